"""
name = "a tensor that is no parameter"
name_zh = "张量不是参数"
question = "What would an optimizer find in `parameters()`?"
question_zh = "优化器会在 `parameters()` 里找到什么？"
"""

class Gain(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gain = torch.ones(width)

    def forward(self, x):
        return x * self.gain
