"""
name = "the second sum starts from x again"
name_zh = "第二次求和又从 x 开始"
question = "To what is the network's result added in the formula?"
question_zh = "公式里前馈网络的结果加到了什么上？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        h = x + self.attention(self.norm1(x))
        x = x + self.ff(self.norm2(h))
        return x
