"""
name = "a token does not see itself"
name_zh = "词元看不到自己"
question = "Does token i see the place p + i?"
question_zh = "词元 i 能看到位置 p + i 吗？"
"""

def cached_attention(queries, keys, values, cache):
    past = 0
    if cache is not None:
        past = len(cache[0])
        keys, values = torch.cat([cache[0], keys]), torch.cat([cache[1], values])
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    future = torch.ones(scores.shape, dtype=torch.bool).triu(past)
    weights = torch.softmax(scores.masked_fill(future, -1e9), dim=-1)
    return weights @ values, (keys, values)
