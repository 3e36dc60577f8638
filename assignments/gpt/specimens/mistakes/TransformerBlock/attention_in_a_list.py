"""
name = "the attention is no part of the module"
name_zh = "注意力没有成为模块的一部分"
question = "Would an optimizer that is given the block's parameters train its attention?"
question_zh = "把残差块的参数交给优化器，它会训练其中的注意力吗？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.given = [attention]
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    @property
    def attention(self):
        return self.given[0]

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        x = x + self.ff(self.norm2(x))
        return x
