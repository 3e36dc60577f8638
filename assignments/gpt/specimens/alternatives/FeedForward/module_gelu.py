"""
form = "nn.GELU as a layer"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])
        self.bend = nn.GELU(approximate="tanh")

    def forward(self, x):
        return self.contract(self.bend(self.expand(x)))
