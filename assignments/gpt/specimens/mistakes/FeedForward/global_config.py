"""
name = "the notebook's configuration in place of the argument"
name_zh = "用了笔记本里的配置而不是参数"
question = "Which configuration does your class read?"
question_zh = "你的类读取的是哪一个配置？"
"""

class FeedForward(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return self.contract(gelu(self.expand(x)))
