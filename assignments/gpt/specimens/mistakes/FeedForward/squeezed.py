"""
name = "a width of 1 is dropped"
name_zh = "丢掉了大小为 1 的宽度"
question = "Which shape has the example by hand, and which has your result?"
question_zh = "手算例子的形状是什么？你的结果呢？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return self.contract(gelu(self.expand(x))).squeeze(-1)
