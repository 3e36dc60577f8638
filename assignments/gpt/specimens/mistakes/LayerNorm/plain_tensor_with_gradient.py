"""
name = "the weight requires a gradient and is no parameter"
name_zh = "weight 需要梯度，却不是参数"
question = "Is everything that requires a gradient in `parameters()`?"
question_zh = "需要梯度的东西都在 `parameters()` 里吗？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = torch.ones(emb_dim, requires_grad=True)
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
