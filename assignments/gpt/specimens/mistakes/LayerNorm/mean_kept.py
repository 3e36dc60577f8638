"""
name = "the mean is not subtracted"
name_zh = "没有减去平均值"
question = "What is the mean of each token in your result?"
question_zh = "结果中每个词元的平均值是多少？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * x / torch.sqrt(variance + 1e-5) + self.bias
