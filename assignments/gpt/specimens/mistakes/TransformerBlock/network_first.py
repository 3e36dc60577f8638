"""
name = "the network before attention"
name_zh = "前馈网络放在了注意力之前"
question = "Which comes first in the formula?"
question_zh = "公式里先是哪一个？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = x + self.ff(self.norm2(x))
        x = x + self.attention(self.norm1(x))
        return x
