"""
form = "float64 inside forward, cast back"
"""

class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out, requires_grad=True))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out, requires_grad=True))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out, requires_grad=True))

    def forward(self, x):
        exact = x.double()
        q = exact @ self.W_query.double()
        k = exact @ self.W_key.double()
        v = exact @ self.W_value.double()
        weights = torch.softmax(q @ k.T / torch.sqrt(torch.tensor(k.shape[-1])), dim=-1)
        return (weights @ v).to(x.dtype)
