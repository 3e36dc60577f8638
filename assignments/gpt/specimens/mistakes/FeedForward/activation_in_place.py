"""
name = "the argument changed in place"
name_zh = "就地修改了参数"
question = "What does an operation do whose name ends in an underscore?"
question_zh = "名字以下划线结尾的操作会做什么？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return self.contract(gelu(self.expand(x.mul_(1.0).sub_(0.25))))
