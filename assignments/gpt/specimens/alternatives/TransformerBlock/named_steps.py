"""
form = "a name for every step"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        attended = self.attention(self.norm1(x))
        hidden = x + attended
        worked = self.ff(self.norm2(hidden))
        return hidden + worked
