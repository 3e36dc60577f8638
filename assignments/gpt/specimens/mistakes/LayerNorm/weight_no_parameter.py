"""
name = "the weight is a plain tensor"
name_zh = "weight 只是普通张量"
question = "What would an optimizer find in `parameters()`?"
question_zh = "优化器会在 `parameters()` 里找到什么？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = torch.ones(emb_dim)
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
