"""
form = "the class defined twice, the second one counts"
"""

class SelfAttention_v2(nn.Module):
    """First try: no scaling yet."""

    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out)
        self.W_key = nn.Linear(d_in, d_out)

    def forward(self, x):
        return self.W_query(x) @ self.W_key(x).T


class SelfAttention_v2(nn.Module):
    """Second try."""

    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        keys = self.W_key(x)
        attn = torch.softmax(self.W_query(x) @ keys.T / keys.shape[-1] ** 0.5, dim=-1)
        return attn @ self.W_value(x)
