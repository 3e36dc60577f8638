"""
name = "the gradient of the input is cut off"
name_zh = "切断了输入的梯度"
question = "How do the layers before this one learn?"
question_zh = "前面的层怎样学习？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return self.contract(gelu(self.expand(x.detach())))
