"""
name = "the activation behind the second layer"
name_zh = "激活函数放在了第二层之后"
question = "What stands between the two layers in the formula?"
question_zh = "公式里两层之间是什么？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return gelu(self.contract(self.expand(x)))
