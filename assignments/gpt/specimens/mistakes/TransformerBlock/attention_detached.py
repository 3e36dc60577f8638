"""
name = "no gradient through attention"
name_zh = "梯度不经过注意力"
question = "What does `detach` do to the gradient?"
question_zh = "`detach` 对梯度做了什么？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = x + self.attention(self.norm1(x)).detach()
        x = x + self.ff(self.norm2(x))
        return x
