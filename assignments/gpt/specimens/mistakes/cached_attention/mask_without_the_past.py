"""
name = "the mask forgets the cache"
name_zh = "掩码没有考虑缓存"
question = "How many places does the first new token see behind a cache of two?"
question_zh = "缓存有两个词元时，第一个新词元能看到几个位置？"
"""

def cached_attention(queries, keys, values, cache):
    past = 0
    if cache is not None:
        past = len(cache[0])
        keys, values = torch.cat([cache[0], keys]), torch.cat([cache[1], values])
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    future = torch.ones(scores.shape, dtype=torch.bool).triu(1)
    weights = torch.softmax(scores.masked_fill(future, float("-inf")), dim=-1)
    return weights @ values, (keys, values)
