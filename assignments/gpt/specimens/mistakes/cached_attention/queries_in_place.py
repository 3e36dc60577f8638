"""
name = "the queries changed in place"
name_zh = "就地修改了查询"
question = "What does `/=` do to the tensor that was passed in?"
question_zh = "`/=` 会对传入的张量做什么？"
"""

def cached_attention(queries, keys, values, cache):
    past = 0
    if cache is not None:
        past = len(cache[0])
        keys, values = torch.cat([cache[0], keys]), torch.cat([cache[1], values])
    queries /= keys.shape[-1] ** 0.5
    scores = queries @ keys.T
    future = torch.ones(scores.shape, dtype=torch.bool).triu(past + 1)
    weights = torch.softmax(scores.masked_fill(future, float("-inf")), dim=-1)
    return weights @ values, (keys, values)
