"""
name = "the network applied twice"
name_zh = "前馈网络用了两次"
question = "How often does x pass the network in one block?"
question_zh = "在一个残差块里 x 通过前馈网络几次？"
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
        x = x + self.ff(self.norm2(x))
        return x
