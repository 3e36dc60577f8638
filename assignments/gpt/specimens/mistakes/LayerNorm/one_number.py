"""
name = "one scale and one offset for all columns"
name_zh = "所有列共用一个缩放和一个偏移"
question = "How many numbers do `weight` and `bias` hold for a width of 3?"
question_zh = "宽度为 3 时，`weight` 和 `bias` 各有几个数？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(1))
        self.bias = nn.Parameter(torch.zeros(1))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
