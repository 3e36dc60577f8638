"""
name = "the first layer has no bias"
name_zh = "第一层没有偏置"
question = "Which letters besides W stand in the formula?"
question_zh = "公式里除了 W 还有哪些字母？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"], bias=False)
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return self.contract(gelu(self.expand(x)))
