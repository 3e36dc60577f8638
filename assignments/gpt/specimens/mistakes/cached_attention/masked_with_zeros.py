"""
name = "hidden scores become 0"
name_zh = "被遮住的分数变成了 0"
question = "What is e to the 0?"
question_zh = "e 的 0 次方是多少？"
"""

def cached_attention(queries, keys, values, cache):
    past = 0
    if cache is not None:
        past = len(cache[0])
        keys, values = torch.cat([cache[0], keys]), torch.cat([cache[1], values])
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    future = torch.ones(scores.shape, dtype=torch.bool).triu(past + 1)
    weights = torch.softmax(scores.masked_fill(future, 0.0), dim=-1)
    return weights @ values, (keys, values)
