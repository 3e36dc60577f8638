"""
name = "attention and network side by side"
name_zh = "注意力和前馈网络并排计算"
question = "Does the network see what attention has found?"
question_zh = "前馈网络能看到注意力的结果吗？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = x + self.attention(self.norm1(x)) + self.ff(self.norm2(x))
        return x
