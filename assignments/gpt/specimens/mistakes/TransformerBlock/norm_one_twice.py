"""
name = "the first normalisation used twice"
name_zh = "第一个归一化用了两次"
question = "Which normalisation stands before the network?"
question_zh = "前馈网络之前是哪一个归一化？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        x = x + self.ff(self.norm1(x))
        return x
