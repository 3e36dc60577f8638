"""
form = "a dictionary, newest rows first"
"""

class CachedAttention(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_in, d_out, bias=False)
        self.W_value = nn.Linear(d_in, d_out, bias=False)
        self.cache = {}

    def reset(self):
        self.cache = {}

    def forward(self, x):
        for name, layer in (("keys", self.W_key), ("values", self.W_value)):
            old = [self.cache[name]] if name in self.cache else []
            self.cache[name] = torch.cat([layer(x), *old], dim=0)
        scores = self.W_query(x) @ self.cache["keys"].transpose(0, 1)
        scores = scores * self.cache["keys"].shape[1] ** -0.5
        return torch.softmax(scores, dim=1) @ self.cache["values"]
