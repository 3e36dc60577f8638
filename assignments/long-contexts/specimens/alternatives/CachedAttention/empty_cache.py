"""
form = "an empty cache as buffers"
"""

class CachedAttention(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        for name in ("W_query", "W_key", "W_value"):
            setattr(self, name, nn.Linear(d_in, d_out, bias=False))
        self.register_buffer("keys", torch.zeros(0, d_out), persistent=False)
        self.register_buffer("values", torch.zeros(0, d_out), persistent=False)

    def reset(self):
        self.keys, self.values = self.keys[:0], self.values[:0]

    def forward(self, x):
        self.keys = torch.vstack([self.keys, self.W_key(x)])
        self.values = torch.vstack([self.values, self.W_value(x)])
        scores = torch.einsum("qd,kd->qk", self.W_query(x), self.keys)
        weights = (scores / math.sqrt(self.keys.size(1))).softmax(dim=1)
        return torch.einsum("qk,kv->qv", weights, self.values)
