"""
name = "no bypass at all"
name_zh = "完全没有旁路"
question = "What does your block do if both its parts give zeros?"
question_zh = "如果两个部件都给出零，你的残差块会做什么？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = self.attention(self.norm1(x))
        x = self.ff(self.norm2(x))
        return x
