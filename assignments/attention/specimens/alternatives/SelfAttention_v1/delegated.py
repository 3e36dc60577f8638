"""
form = "an inner module does the work, its parameters shown outside"
"""

class Projections(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Parameter(torch.rand(d_in, d_out))
        self.W_key = nn.Parameter(torch.rand(d_in, d_out))
        self.W_value = nn.Parameter(torch.rand(d_in, d_out))

    def forward(self, x):
        return x @ self.W_query, x @ self.W_key, x @ self.W_value


# %%
class SelfAttention_v1(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.inner = Projections(d_in, d_out)
        self.W_query = self.inner.W_query
        self.W_key = self.inner.W_key
        self.W_value = self.inner.W_value

    def forward(self, x):
        queries, keys, values = self.inner(x)
        weights = torch.softmax(queries @ keys.T / keys.shape[-1] ** 0.5, dim=-1)
        return weights @ values
