"""
form = "room for twice as many when it is full"
"""

class CachedAttention(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_in, d_out, bias=False)
        self.W_value = nn.Linear(d_in, d_out, bias=False)
        self.d_out = d_out
        self.reset()

    def reset(self):
        self.count = 0
        self.keys = torch.empty(4, self.d_out)
        self.values = torch.empty(4, self.d_out)

    def forward(self, x):
        if self.count == len(self.keys):
            self.keys = torch.cat([self.keys, torch.empty_like(self.keys)])
            self.values = torch.cat([self.values, torch.empty_like(self.values)])
        with torch.no_grad():
            self.keys[self.count] = self.W_key(x)[0]
            self.values[self.count] = self.W_value(x)[0]
        self.count += 1
        scores = self.W_query(x) @ self.keys[: self.count].T / math.sqrt(self.d_out)
        return stable_softmax(scores) @ self.values[: self.count]
