"""
name = "the input is added"
name_zh = "加上了输入"
question = "Does the formula add x at the end?"
question_zh = "公式最后加 x 了吗？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return x + self.contract(gelu(self.expand(x)))
