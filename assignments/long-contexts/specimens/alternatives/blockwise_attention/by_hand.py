"""
form = "a running largest, total and sum"
"""

def blockwise_attention(queries, keys, values, block):
    queries = queries / math.sqrt(queries.shape[-1])
    largest = torch.full((len(queries), 1), float("-inf"))
    total, weighted = torch.zeros(len(queries), 1), torch.zeros(len(queries), values.shape[1])
    for key, value in zip(keys.split(block), values.split(block)):
        scores = queries @ key.T
        new = torch.maximum(largest, scores.max(dim=1, keepdim=True).values)
        factor, powers = torch.exp(largest - new), torch.exp(scores - new)
        total = total * factor + powers.sum(dim=1, keepdim=True)
        weighted, largest = weighted * factor + powers @ value, new
    return weighted / total
