"""
name = "no normalisation before the network"
name_zh = "前馈网络之前没有归一化"
question = "Where does your forward use `norm2`?"
question_zh = "你的 forward 在哪里用到了 `norm2`？"
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
        x = x + self.ff(x)
        return x
