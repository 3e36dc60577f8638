"""
name = "the width is fixed at 16"
name_zh = "宽度固定为 16"
question = "What is four times the `emb_dim` of another configuration?"
question_zh = "换一个配置，`emb_dim` 的四倍是多少？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 16)
        self.contract = nn.Linear(16, cfg["emb_dim"])

    def forward(self, x):
        return self.contract(gelu(self.expand(x)))
