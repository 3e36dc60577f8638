"""
name = "dropout that is always on"
name_zh = "总是开着的 dropout"
question = "Is there a dropout in the formula?"
question_zh = "公式里有 dropout 吗？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return nn.functional.dropout(self.contract(gelu(self.expand(x))), 0.1)
