"""
name = "normalised over the tokens"
name_zh = "沿词元方向做了归一化"
question = "Along which dimension do the numbers of one token lie?"
question_zh = "同一个词元的数沿哪个维度排列？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-2, keepdim=True)
        variance = x.var(dim=-2, keepdim=True, unbiased=False)
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
