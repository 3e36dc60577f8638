"""
form = "a helper in a cell of its own"
"""

def residual(x, norm, work):
    return x + work(norm(x))
# %%
class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        width = cfg["emb_dim"]
        self.norm1, self.norm2 = LayerNorm(width), LayerNorm(width)
        self.ff = FeedForward(cfg)
        self.attention = attention

    def forward(self, x):
        return residual(residual(x, self.norm1, self.attention), self.norm2, self.ff)
