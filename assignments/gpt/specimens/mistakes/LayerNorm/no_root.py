"""
name = "divided by the variance, without the root"
name_zh = "除以了方差而没有开方"
question = "What is the variance of your result: 1?"
question_zh = "你的结果的方差是 1 吗？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / (variance + 1e-5) + self.bias
