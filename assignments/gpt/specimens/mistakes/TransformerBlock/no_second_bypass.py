"""
name = "no bypass around the network"
name_zh = "前馈网络旁边没有旁路"
question = "What is left of h if the network gives zeros?"
question_zh = "如果前馈网络给出零，h 还剩下什么？"
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
        x = self.ff(self.norm2(x))
        return x
