"""
name = "the bias starts as ones"
name_zh = "bias 的初始值是 1"
question = "What is the mean of a token that a fresh module has normalised?"
question_zh = "新建的模块归一化之后，词元的平均值是多少？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.ones(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
