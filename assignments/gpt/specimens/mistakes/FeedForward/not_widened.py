"""
name = "the width stays as it is"
name_zh = "宽度没有改变"
question = "How many outputs does `expand` have?"
question_zh = "`expand` 有多少个输出？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], cfg["emb_dim"])
        self.contract = nn.Linear(cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return self.contract(gelu(self.expand(x)))
