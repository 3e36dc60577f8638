"""
form = "products in place of the layers' own calls"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        wide = nn.functional.linear(x, self.expand.weight, self.expand.bias)
        return gelu(wide) @ self.contract.weight.T + self.contract.bias
