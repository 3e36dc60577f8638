"""
name = "only the newest token of the cache is seen"
name_zh = "只能看到缓存里最新的词元"
question = "How many tokens of the cache does a new one see?"
question_zh = "新词元能看到缓存里的几个词元？"
"""

def cached_attention(queries, keys, values, cache):
    past = 0
    if cache is not None:
        past = len(cache[0])
        keys, values = torch.cat([cache[0], keys]), torch.cat([cache[1], values])
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    future = torch.ones(scores.shape, dtype=torch.bool).triu(past + 1)
    future[:, : past - 1] = past > 1
    weights = torch.softmax(scores.masked_fill(future, float("-inf")), dim=-1)
    return weights @ values, (keys, values)
