"""
name = "the exact GELU of the library"
name_zh = "用了库里精确的 GELU"
question = "What does `approximate` have to be?"
question_zh = "`approximate` 应当是什么？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return self.contract(nn.functional.gelu(self.expand(x)))
