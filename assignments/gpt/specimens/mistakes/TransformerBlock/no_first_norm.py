"""
name = "no normalisation before attention"
name_zh = "注意力之前没有归一化"
question = "Where does your forward use `norm1`?"
question_zh = "你的 forward 在哪里用到了 `norm1`？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = x + self.attention(x)
        x = x + self.ff(self.norm2(x))
        return x
