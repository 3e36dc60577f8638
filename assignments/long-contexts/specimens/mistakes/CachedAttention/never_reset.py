"""
name = "reset() forgets nothing"
name_zh = "reset() 什么也没忘掉"
question = "What is in the cache after `reset()`?"
question_zh = "`reset()` 之后缓存里有什么？"
"""

class CachedAttention(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_in, d_out, bias=False)
        self.W_value = nn.Linear(d_in, d_out, bias=False)
        self.keys = self.values = None

    def reset(self):
        pass

    def forward(self, x):
        query, key, value = self.W_query(x), self.W_key(x), self.W_value(x)
        self.keys = key if self.keys is None else torch.cat([self.keys, key])
        self.values = value if self.values is None else torch.cat([self.values, value])
        scores = query @ self.keys.T / math.sqrt(self.keys.shape[-1])
        return torch.softmax(scores, dim=-1) @ self.values
