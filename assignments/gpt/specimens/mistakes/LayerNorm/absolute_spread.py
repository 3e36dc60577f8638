"""
name = "the mean distance in place of the root of the variance"
name_zh = "用平均距离代替了方差的平方根"
question = "What is squared in the formula, and what is its root?"
question_zh = "公式里平方的是什么？对什么开方？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / ((x - mean).abs().mean(dim=-1, keepdim=True) + 1e-5) + self.bias
