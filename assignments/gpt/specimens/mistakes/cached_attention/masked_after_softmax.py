"""
name = "masked behind the softmax"
name_zh = "在 softmax 之后才掩码"
question = "Do your weights still add up to 1?"
question_zh = "你的权重的和还是 1 吗？"
"""

def cached_attention(queries, keys, values, cache):
    past = 0
    if cache is not None:
        past = len(cache[0])
        keys, values = torch.cat([cache[0], keys]), torch.cat([cache[1], values])
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    future = torch.ones(scores.shape, dtype=torch.bool).triu(past + 1)
    weights = torch.softmax(scores, dim=-1).masked_fill(future, 0.0)
    return weights @ values, (keys, values)
