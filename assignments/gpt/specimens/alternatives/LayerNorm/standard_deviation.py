"""
form = "the square of the standard deviation"
"""

class LayerNorm(nn.Module):
    def __init__(self, emb_dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(emb_dim))
        self.bias = nn.Parameter(torch.zeros(emb_dim))

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        spread = x.std(dim=-1, keepdim=True, correction=0)
        return self.weight * (x - mean) / (spread**2 + 1e-5).sqrt() + self.bias
