"""
name = "torch's generator is seeded"
name_zh = "重设了 torch 的随机种子"
question = "Who else draws from torch's generator?"
question_zh = "还有谁在用 torch 的随机数发生器？"
"""

class TransformerBlock(nn.Module):
    def __init__(self, cfg, attention):
        super().__init__()
        torch.manual_seed(1)
        self.attention = attention
        self.norm1 = LayerNorm(cfg["emb_dim"])
        self.norm2 = LayerNorm(cfg["emb_dim"])
        self.ff = FeedForward(cfg)

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        x = x + self.ff(self.norm2(x))
        return x
