"""
name = "the variance divides by d - 1"
name_zh = "方差除以了 d − 1"
question = "By what does `var` divide unless told otherwise, and by what does the formula?"
question_zh = "不另外说明时 `var` 除以什么？公式里除以什么？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
