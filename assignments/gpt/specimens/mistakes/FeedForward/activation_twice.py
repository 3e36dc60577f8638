"""
name = "an activation behind the second layer, too"
name_zh = "第二层之后又用了一次激活函数"
question = "Can a result of yours be much below zero?"
question_zh = "你的结果能远小于零吗？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return gelu(self.contract(gelu(self.expand(x))))
