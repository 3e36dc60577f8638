"""
name = "normalised over everything but the first dimension"
name_zh = "沿除第一个以外的所有维度做了归一化"
question = "Do the tokens of one sequence have a mean in common?"
question_zh = "同一个序列的词元共用一个平均值吗？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=tuple(range(1, x.dim())), keepdim=True)
        variance = x.var(dim=tuple(range(1, x.dim())), keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
