"""
form = "the past by part 3, joined to its own block"
"""

def blockwise_causal_attention(queries, keys, values, block):
    result = torch.empty(len(queries), values.shape[1])
    for begin in range(0, len(queries), block):
        end = min(begin + block, len(queries))
        some = queries[begin:end] * queries.shape[-1] ** -0.5
        scores = some @ keys[begin:end].T
        scores = scores + torch.full(scores.shape, float("-inf")).triu(1)
        known = summary(scores, values[begin:end])
        for other in range(0, begin, block):
            before = slice(other, other + block)
            known = join(summary(some @ keys[before].T, values[before]), known)
        result[begin:end] = known[2] / known[1]
    return result
