"""
name = "no mask among the new tokens"
name_zh = "新词元之间没有掩码"
question = "May the first of three new tokens see the third?"
question_zh = "三个新词元中，第一个能看到第三个吗？"
"""

def cached_attention(queries, keys, values, cache):
    past = 0
    if cache is not None:
        past = len(cache[0])
        keys, values = torch.cat([cache[0], keys]), torch.cat([cache[1], values])
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    future = torch.ones(scores.shape, dtype=torch.bool).triu(past + 1)
    weights = torch.softmax(scores, dim=-1)
    return weights @ values, (keys, values)
