"""
name = "a sum in place that spoils the way back"
name_zh = "就地求和破坏了反向传播"
question = "What does the norm still need on the way back, and what has become of it?"
question_zh = "归一化在反向传播时还需要什么？它变成了什么？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = x.clone()
        x += self.attention(self.norm1(x))
        x = x + self.ff(self.norm2(x))
        return x
