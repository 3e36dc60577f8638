"""
name = "the weight starts as random numbers"
name_zh = "weight 的初始值是随机数"
question = "What does the text say `weight` starts as, and why would that leave numbers as they are?"
question_zh = "题目说 `weight` 初始是什么？为什么这样就不改变数值？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
