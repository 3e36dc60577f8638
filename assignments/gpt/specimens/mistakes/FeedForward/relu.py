"""
name = "ReLU in place of GELU"
name_zh = "用了 ReLU 而不是 GELU"
question = "Which activation does the formula name?"
question_zh = "公式里用的是哪个激活函数？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return self.contract(torch.relu(self.expand(x)))
