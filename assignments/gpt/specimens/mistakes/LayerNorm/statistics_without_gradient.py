"""
name = "mean and variance are taken without gradients"
name_zh = "平均值和方差没有计入梯度"
question = "What would the input learn of its own mean?"
question_zh = "输入能从自己的平均值得到梯度吗？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        with torch.no_grad():
            mean = x.mean(dim=-1, keepdim=True)
            variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
