"""
form = "a diagonal matrix"
"""

class Gain(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gain = nn.Parameter(torch.rand(width))

    def forward(self, x):
        return x @ torch.diag(self.gain)
