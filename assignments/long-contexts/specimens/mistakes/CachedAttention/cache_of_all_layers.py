"""
name = "all layers share one cache"
name_zh = "所有的层共用一个缓存"
question = "To what does a list belong that is written in the body of the class?"
question_zh = "写在类体里的列表属于谁？"
"""

class CachedAttention(nn.Module):
    cache = []

    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_in, d_out, bias=False)
        self.W_value = nn.Linear(d_in, d_out, bias=False)
        self.cache.clear()

    def reset(self):
        self.cache.clear()

    def forward(self, x):
        self.cache.append((self.W_key(x), self.W_value(x)))
        keys, values = (torch.cat(rows) for rows in zip(*self.cache))
        scores = self.W_query(x) @ keys.T / math.sqrt(keys.shape[-1])
        return torch.softmax(scores, dim=-1) @ values
