"""
name = "both normalisations are one module"
name_zh = "两个归一化是同一个模块"
question = "How many scales does a block train?"
question_zh = "一个残差块训练几组缩放？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = self.norm1
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        x = x + self.ff(self.norm2(x))
        return x
