"""
name = "the scale added in place of multiplied"
name_zh = "把缩放加了上去而不是乘上去"
question = "What should a weight of 2 make of a normalised 3?"
question_zh = "weight 为 2 时，归一化后的 3 应变成多少？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight + (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
