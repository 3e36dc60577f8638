"""
name = "the gradient of the first layer is cut off"
name_zh = "切断了第一层的梯度"
question = "What does `detach` do to the gradient?"
question_zh = "`detach` 对梯度做了什么？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.contract = nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])

    def forward(self, x):
        return self.contract(gelu(self.expand(x)).detach())
