"""
form = "setattr in a loop, the query scaled"
"""

class SelfAttention_v2(nn.Module):
    def __init__(self, d_in, d_out, qkv_bias=False):
        super().__init__()
        for name in ["query", "key", "value"]:
            setattr(self, f"W_{name}", nn.Linear(d_in, d_out, bias=qkv_bias))
        self.scale = d_out**-0.5

    def forward(self, x):
        queries = self.W_query(x) * self.scale
        scores = queries @ self.W_key(x).transpose(-2, -1)
        return torch.softmax(scores, dim=-1) @ self.W_value(x)
