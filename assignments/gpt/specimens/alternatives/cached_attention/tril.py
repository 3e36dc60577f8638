"""
form = "tril of floats"
"""

def cached_attention(queries, keys, values, cache):
    past = 0
    if cache is not None:
        past = len(cache[0])
        keys, values = torch.cat([cache[0], keys]), torch.cat([cache[1], values])
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    seen = torch.tril(torch.ones(len(queries), len(keys)), diagonal=past)
    weights = torch.softmax(scores.masked_fill(seen == 0, float("-inf")), dim=-1)
    return weights @ values, (keys, values)
