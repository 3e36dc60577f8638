"""
name = "the softmax over the queries in place of the keys"
name_zh = "沿查询而不是键的维度做了 softmax"
question = "Which weights add up to 1?"
question_zh = "哪些权重的和为 1？"
"""

def cached_attention(queries, keys, values, cache):
    past = 0
    if cache is not None:
        past = len(cache[0])
        keys, values = torch.cat([cache[0], keys]), torch.cat([cache[1], values])
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    future = torch.ones(scores.shape, dtype=torch.bool).triu(past + 1)
    weights = torch.softmax(scores.masked_fill(future, float("-inf")), dim=0)
    return weights @ values, (keys, values)
