"""
name = "dropout that is always on"
name_zh = "总是开着的 dropout"
question = "Is there a dropout in the formula?"
question_zh = "公式里有 dropout 吗？"
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
        x = x + self.ff(self.norm2(x))
        return nn.functional.dropout(x, 0.1)
