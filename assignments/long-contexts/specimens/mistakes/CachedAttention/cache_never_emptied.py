"""
name = "the cache of the class is never emptied"
name_zh = "类的缓存从来没有清空"
question = "What is in the cache when the second layer is made?"
question_zh = "创建第二个层时，缓存里有什么？"
"""

class CachedAttention(nn.Module):
    cache = []

    def __init__(self, d_in, d_out):
        super().__init__()
        self.W_query = nn.Linear(d_in, d_out, bias=False)
        self.W_key = nn.Linear(d_in, d_out, bias=False)
        self.W_value = nn.Linear(d_in, d_out, bias=False)

    def reset(self):
        self.cache.clear()

    def forward(self, x):
        self.cache.append((self.W_key(x), self.W_value(x)))
        keys, values = (torch.cat(rows) for rows in zip(*self.cache))
        scores = self.W_query(x) @ keys.T / math.sqrt(keys.shape[-1])
        return torch.softmax(scores, dim=-1) @ values
