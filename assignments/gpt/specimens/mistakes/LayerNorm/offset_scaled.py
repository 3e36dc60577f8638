"""
name = "the offset is scaled, too"
name_zh = "偏移也被缩放了"
question = "Which is applied first: the scale or the offset?"
question_zh = "先缩放还是先偏移？"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.weight * ((x - mean) / torch.sqrt(variance + 1e-5) + self.bias)
