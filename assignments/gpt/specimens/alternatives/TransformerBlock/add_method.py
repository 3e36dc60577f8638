"""
form = "the method add"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = x.add(self.attention(self.norm1(x)))
        x = self.ff(self.norm2(x)).add(x)
        return x
