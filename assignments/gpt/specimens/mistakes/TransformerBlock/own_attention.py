"""
name = "a layer in place of the given attention"
name_zh = "没有使用给定的注意力，而是换成了一个层"
question = "What happens to the argument `attention`?"
question_zh = "参数 `attention` 到哪里去了？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = nn.Linear(cfg["emb_dim"], cfg["emb_dim"], bias=False)
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        x = x + self.ff(self.norm2(x))
        return x
