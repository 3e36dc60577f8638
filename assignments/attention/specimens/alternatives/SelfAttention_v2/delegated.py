"""
form = "an inner module holds the layers and computes"
"""

class Head(nn.Module):
    def __init__(self, d_in, d_out, bias):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=bias)
        self.W_key = nn.Linear(d_in, d_out, bias=bias)
        self.W_value = nn.Linear(d_in, d_out, bias=bias)

    def forward(self, x):
        q, k, v = self.W_query(x), self.W_key(x), self.W_value(x)
        return torch.softmax(q @ k.T / k.shape[-1] ** 0.5, dim=-1) @ v


# %%
class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.inner = Head(d_in, d_out, bias=qkv_bias)
        self.W_query = self.inner.W_query
        self.W_key = self.inner.W_key
        self.W_value = self.inner.W_value

    def forward(self, x):
        return self.inner(x)
