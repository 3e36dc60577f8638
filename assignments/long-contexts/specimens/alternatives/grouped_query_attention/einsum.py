"""
form = "einsum with a letter for the groups"
"""

def grouped_query_attention(queries, keys, values):
    groups, tokens, width = keys.shape
    grouped = queries.reshape(groups, -1, tokens, width)
    scores = torch.einsum("gstd,gkd->gstk", grouped, keys) / width**0.5
    scores = scores + torch.full((tokens, tokens), float("-inf")).triu(1)
    weights = scores.softmax(dim=-1)
    return torch.einsum("gstk,gkv->gstv", weights, values).reshape(len(queries), tokens, -1)
