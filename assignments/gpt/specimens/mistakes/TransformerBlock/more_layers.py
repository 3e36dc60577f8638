"""
name = "a layer that the text does not name"
name_zh = "多了一个题目没有提到的层"
question = "Which layers does the contract name?"
question_zh = "约定里有哪些层？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)
        self.final = nn.Linear(cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        x = x + self.ff(self.norm2(x))
        return x
