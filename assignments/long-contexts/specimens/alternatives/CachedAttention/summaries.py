"""
form = "a running summary of blocks"
"""

class CachedAttention(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_in, d_out, bias=False)
        self.W_value = nn.Linear(d_in, d_out, bias=False)
        self.reset()

    def reset(self):
        self.keys = self.values = None

    def forward(self, x):
        key, value = self.W_key(x), self.W_value(x)
        self.keys = key if self.keys is None else torch.cat((self.keys, key), 0)
        self.values = value if self.values is None else torch.cat((self.values, value), 0)
        query = self.W_query(x) / math.sqrt(key.shape[-1])
        _, total, weighted = summary(query @ self.keys.T, self.values)
        return weighted / total
