"""
name = "normalised over the first dimension"
name_zh = "沿第一个维度做了归一化"
question = "What does dimension 0 of a batch count?"
question_zh = "批次的第 0 维数的是什么？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=0, keepdim=True)
        variance = x.var(dim=0, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
