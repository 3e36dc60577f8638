"""
form = "an empty half to begin with"
"""

def blockwise_attention(queries, keys, values, block):
    known = (
        torch.full((len(queries), 1), -torch.inf),
        torch.zeros(len(queries), 1),
        torch.zeros(len(queries), values.shape[-1]),
    )
    for begin in range(0, keys.shape[0], block):
        part = keys[begin : begin + block]
        scores = torch.einsum("td,kd->tk", queries, part) / queries.shape[-1] ** 0.5
        known = join(summary(scores, values[begin : begin + block]), known)
    return known[2] / known[1]
