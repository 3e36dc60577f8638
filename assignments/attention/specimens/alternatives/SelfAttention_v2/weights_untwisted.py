"""
form = "products with the transposed weights, bias added by hand"
"""

class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)

    @staticmethod
    def project(x, layer):
        y = x @ layer.weight.T
        return y if layer.bias is None else y + layer.bias

    def forward(self, x):
        q, k, v = (self.project(x, w) for w in (self.W_query, self.W_key, self.W_value))
        return (q @ k.T / k.size(-1) ** 0.5).softmax(-1) @ v
