"""
name = "`qkv_bias` decides on the bias"
name_zh = "由 `qkv_bias` 决定有没有偏置"
question = "Which layers does `qkv_bias` speak of?"
question_zh = "`qkv_bias` 说的是哪些层？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"], bias=cfg["qkv_bias"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return self.contract(gelu(self.expand(x)))
