"""
name = "the dimension of a single token is dropped"
name_zh = "丢掉了只有一个词元时的那个维度"
question = "What does `squeeze` leave of a dimension of size 1?"
question_zh = "对大小为 1 的维度，`squeeze` 会留下什么？"
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
        return x.squeeze(1)
