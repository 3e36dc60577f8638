"""
name = "no gradient through the bypass"
name_zh = "梯度不经过旁路"
question = "Along which way should most of the gradient come back?"
question_zh = "大部分梯度应当沿哪条路返回？"
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
        x = x.detach() + self.ff(self.norm2(x))
        return x
