"""
form = "layers made in another order, small normal start"
"""

class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_value = nn.Parameter(torch.randn(d_in, d_out) * 0.02)
        self.W_key = nn.Parameter(torch.randn(d_in, d_out) * 0.02)
        self.W_query = nn.Parameter(torch.randn(d_in, d_out) * 0.02)

    def forward(self, x):
        q, k, v = x @ self.W_query, x @ self.W_key, x @ self.W_value
        attn = torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1)
        return attn @ v
