"""
name = "the weight starts as zeros"
name_zh = "weight 的初始值是 0"
question = "What comes of any token in a fresh module of yours?"
question_zh = "在你新建的模块里，任何词元都会变成什么？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
