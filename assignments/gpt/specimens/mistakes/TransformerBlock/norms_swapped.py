"""
name = "the two normalisations swapped"
name_zh = "两个归一化用反了"
question = "Which of the two belongs to attention?"
question_zh = "哪一个归一化属于注意力？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = x + self.attention(self.norm2(x))
        x = x + self.ff(self.norm1(x))
        return x
