"""
form = "sums in place of mean and var"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.sum(dim=-1, keepdim=True) / x.shape[-1]
        variance = ((x - mean) ** 2).sum(dim=-1, keepdim=True) / x.shape[-1]
        return self.weight * (x - mean) / torch.sqrt(variance + 1e-5) + self.bias
