"""
name = "the bias is a plain tensor"
name_zh = "bias 只是普通张量"
question = "How many parameters does an optimizer find in your module?"
question_zh = "优化器能在你的模块里找到几个参数？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = torch.zeros(emb_dim)

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
