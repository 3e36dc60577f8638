"""
name = "the bypass is normalised, too"
name_zh = "旁路也被归一化了"
question = "Which x is added to: the one before the norm or after?"
question_zh = "被加的是归一化之前还是之后的 x？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = self.norm1(x)
        x = x + self.attention(x)
        x = self.norm2(x)
        x = x + self.ff(x)
        return x
