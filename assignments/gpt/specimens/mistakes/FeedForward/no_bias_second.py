"""
name = "the second layer has no bias"
name_zh = "第二层没有偏置"
question = "What is b₂ in your module?"
question_zh = "你的模块里 b₂ 是什么？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"], bias=False)

    def forward(self, x):
        return self.contract(gelu(self.expand(x)))
