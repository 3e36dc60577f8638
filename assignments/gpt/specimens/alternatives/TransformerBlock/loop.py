"""
form = "a loop over the two parts"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        for norm, work in ((self.norm1, self.attention), (self.norm2, self.ff)):
            x = torch.add(x, work(norm(x)))
        return x
