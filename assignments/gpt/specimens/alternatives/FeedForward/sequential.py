"""
form = "a Sequential that shares the layers"
"""

class FeedForward(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        width = cfg["emb_dim"]
        layers = nn.Sequential()
        self.expand = nn.Linear(width, width * 4)
        self.contract = nn.Linear(width * 4, width)
        layers.extend([self.expand, nn.GELU("tanh"), self.contract])
        self.layers = layers

    def forward(self, x):
        return self.layers(x)
