"""
name = "no activation between the layers"
name_zh = "两层之间没有激活函数"
question = "What are two linear layers in a row?"
question_zh = "两个线性层直接相连等于什么？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return self.contract(self.expand(x))
