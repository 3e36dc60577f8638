"""
name = "counts on three dimensions"
name_zh = "默认输入是三维的"
question = "Which number always means the last dimension?"
question_zh = "哪个数总是表示最后一个维度？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=2, keepdim=True)
        variance = x.var(dim=2, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
