"""
name = "counts on a cache"
name_zh = "默认总有缓存"
question = "What is the cache of the first token?"
question_zh = "第一个词元的缓存是什么？"
"""

def cached_attention(queries, keys, values, cache):
    past = 0
    past = len(cache[0])
    keys, values = torch.cat([cache[0], keys]), torch.cat([cache[1], values])
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    future = torch.ones(scores.shape, dtype=torch.bool).triu(past + 1)
    weights = torch.softmax(scores.masked_fill(future, float("-inf")), dim=-1)
    return weights @ values, (keys, values)
