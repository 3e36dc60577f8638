"""
form = "a subclass of nn.Linear as layer, transposed scores"
"""

class Projection(nn.Linear):
    """A linear layer that says what it is for."""

    def __init__(self, purpose, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.purpose = purpose

    def extra_repr(self):
        return f"{self.purpose}, {super().extra_repr()}"


class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_query = Projection("query", d_in, d_out, bias=qkv_bias)
        self.W_key = Projection("key", d_in, d_out, bias=qkv_bias)
        self.W_value = Projection("value", d_in, d_out, bias=qkv_bias)

    def forward(self, x):
        # one column for each query
        columns = self.W_key(x) @ self.W_query(x).T
        weights = torch.softmax(columns / self.W_key.out_features**0.5, dim=0)
        return weights.T @ self.W_value(x)
