"""
form = "a loop over the query heads"
"""

def grouped_query_attention(queries, keys, values):
    heads = []
    for number, query in enumerate(queries):
        group = number * len(keys) // len(queries)
        scores = query @ keys[group].T / query.shape[-1] ** 0.5
        seen = torch.ones_like(scores).tril()
        weights = torch.softmax(scores.masked_fill(seen == 0, float("-inf")), dim=-1)
        heads.append(weights @ values[group])
    return torch.stack(heads)
