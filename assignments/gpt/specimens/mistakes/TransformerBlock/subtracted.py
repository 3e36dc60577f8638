"""
name = "attention is subtracted"
name_zh = "减去了注意力的结果"
question = "Which sign stands between x and attention?"
question_zh = "x 和注意力之间是什么符号？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = x - self.attention(self.norm1(x))
        x = x + self.ff(self.norm2(x))
        return x
