"""
name = "no mask where there is no cache"
name_zh = "没有缓存时没有掩码"
question = "May the first of three tokens see the third, if there is no cache yet?"
question_zh = "还没有缓存时，三个词元中的第一个能看到第三个吗？"
"""

def cached_attention(queries, keys, values, cache):
    past = 0
    if cache is not None:
        past = len(cache[0])
        keys, values = torch.cat([cache[0], keys]), torch.cat([cache[1], values])
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    future = torch.ones(scores.shape, dtype=torch.bool).triu(past + 1)
    if cache is None:
        future = torch.zeros_like(future)
    weights = torch.softmax(scores.masked_fill(future, float("-inf")), dim=-1)
    return weights @ values, (keys, values)
