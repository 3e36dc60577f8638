"""
name = "no bypass around attention"
name_zh = "注意力旁边没有旁路"
question = "What is left of x if attention gives zeros?"
question_zh = "如果注意力给出零，x 还剩下什么？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = self.attention(self.norm1(x))
        x = x + self.ff(self.norm2(x))
        return x
