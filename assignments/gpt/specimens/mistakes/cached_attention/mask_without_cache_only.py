"""
name = "no mask where there is a cache"
name_zh = "有缓存时没有掩码"
question = "Do several new tokens behind a cache see each other's future?"
question_zh = "缓存之后的几个新词元能看到彼此的未来吗？"
"""

def cached_attention(queries, keys, values, cache):
    past = 0
    if cache is not None:
        past = len(cache[0])
        keys, values = torch.cat([cache[0], keys]), torch.cat([cache[1], values])
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    future = torch.ones(scores.shape, dtype=torch.bool).triu(past + 1)
    if cache is not None:
        future = torch.zeros_like(future)
    weights = torch.softmax(scores.masked_fill(future, float("-inf")), dim=-1)
    return weights @ values, (keys, values)
