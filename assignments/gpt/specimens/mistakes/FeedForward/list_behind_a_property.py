"""
name = "layers that the module does not know"
name_zh = "模块不知道自己有这些层"
question = "What would an optimizer find in `parameters()`?"
question_zh = "优化器会在 `parameters()` 里找到什么？"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        width = cfg["emb_dim"]
        self.layers = [nn.Linear(width, 4 * width), nn.Linear(4 * width, width)]

    @property
    def expand(self):
        return self.layers[0]

    @property
    def contract(self):
        return self.layers[1]

    def forward(self, x):
        return self.contract(gelu(self.expand(x)))
