"""
form = "add_module and a copy of the configuration"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = dict(cfg)
        emb_dim = self.cfg["emb_dim"]
        hidden = emb_dim + 3 * emb_dim
        self.add_module("expand", nn.Linear(emb_dim, hidden))
        self.add_module("contract", nn.Linear(hidden, emb_dim))

    def forward(self, x):
        x = self.expand(x)
        x = gelu(x)
        x = self.contract(x)
        return x
