"""
name = "the new values are not joined to the cache"
name_zh = "没有把新的值接到缓存里"
question = "How many values does the cache hold after two steps?"
question_zh = "两步之后缓存里有几个值？"
"""

def cached_attention(queries, keys, values, cache):
    past = 0
    if cache is not None:
        past = len(cache[0])
        keys, values = torch.cat([cache[0], keys]), cache[1]
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    future = torch.ones(scores.shape, dtype=torch.bool).triu(past + 1)
    weights = torch.softmax(scores.masked_fill(future, float("-inf")), dim=-1)
    return weights[:, : len(values)] @ values, (keys, values)
