"""
name = "the argument changed in place"
name_zh = "就地修改了参数"
question = "What does `+=` do to the tensor that was passed in?"
question_zh = "`+=` 会对传入的张量做什么？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x += self.attention(self.norm1(x))
        x = x + self.ff(self.norm2(x))
        return x
