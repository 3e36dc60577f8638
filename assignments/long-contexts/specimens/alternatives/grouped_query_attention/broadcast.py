"""
form = "the groups as a dimension, nothing repeated"
"""

def grouped_query_attention(queries, keys, values):
    grouped = queries.unflatten(0, (len(keys), -1))
    scores = grouped @ keys[:, None].mT / math.sqrt(queries.shape[-1])
    future = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    weights = torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1)
    return (weights @ values[:, None]).flatten(0, 1)
