"""
name = "a layer in a plain list"
name_zh = "把层放进了普通列表"
question = "What does `parameters()` know of modules in a list?"
question_zh = "`parameters()` 知道列表里的模块吗？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.expand = nn.Linear(cfg["emb_dim"], 4 * cfg["emb_dim"])
        self.layers = [nn.Linear(4 * cfg["emb_dim"], cfg["emb_dim"])]

    def forward(self, x):
        return self.layers[0](gelu(self.expand(x)))
