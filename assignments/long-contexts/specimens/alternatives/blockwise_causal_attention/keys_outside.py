"""
form = "the loop over keys outside"
"""

def blockwise_causal_attention(queries, keys, values, block):
    scaled = queries / math.sqrt(queries.shape[-1])
    largest = torch.full((len(queries), 1), -torch.inf)
    total, weighted = torch.zeros(len(queries), 1), torch.zeros(len(queries), values.shape[1])
    for begin in range(0, len(keys), block):
        key, value = keys[begin : begin + block], values[begin : begin + block]
        scores = scaled[begin:] @ key.T
        seen = torch.ones(scores.shape).tril() > 0
        new = summary(scores.masked_fill(~seen, -torch.inf), value)
        old = (largest[begin:], total[begin:], weighted[begin:])
        largest[begin:], total[begin:], weighted[begin:] = join(old, new)
    return weighted / total
