"""
form = "lists of keys and values"
"""

class CachedAttention(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_in, d_out, bias=False)
        self.W_value = nn.Linear(d_in, d_out, bias=False)
        self.reset()

    def reset(self):
        self.known = ([], [])

    def forward(self, x):
        self.known[0].append(self.W_key(x))
        self.known[1].append(self.W_value(x))
        keys, values = torch.cat(self.known[0]), torch.cat(self.known[1])
        scores = self.W_query(x) @ keys.T / keys.shape[-1] ** 0.5
        return torch.softmax(scores, dim=-1) @ values
