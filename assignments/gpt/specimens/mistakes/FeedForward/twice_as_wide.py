"""
name = "twice as wide in place of four times"
name_zh = "只加宽到两倍而不是四倍"
question = "How many numbers does a token have between the layers?"
question_zh = "两层之间一个词元有多少个数？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 2 * cfg["emb_dim"])
        self.contract = nn.Linear(2 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return self.contract(gelu(self.expand(x)))
