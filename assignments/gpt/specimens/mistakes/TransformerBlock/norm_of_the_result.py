"""
name = "the results normalised in place of the inputs"
name_zh = "归一化的是结果而不是输入"
question = "What goes into attention: x or the normalised x?"
question_zh = "送进注意力的是 x 还是归一化之后的 x？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = x + self.norm1(self.attention(x))
        x = x + self.norm2(self.ff(x))
        return x
