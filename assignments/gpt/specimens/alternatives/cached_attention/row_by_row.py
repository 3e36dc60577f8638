"""
form = "each query by itself, without a mask"
"""

def cached_attention(queries, keys, values, cache):
    old_keys, old_values = cache if cache is not None else (keys[:0], values[:0])
    all_keys, all_values = torch.vstack([old_keys, keys]), torch.vstack([old_values, values])
    rows = []
    for place, query in enumerate(queries, start=len(old_keys) + 1):
        weights = torch.softmax(all_keys[:place] @ query / math.sqrt(len(query)), dim=0)
        rows.append(weights @ all_values[:place])
    return torch.stack(rows), (all_keys, all_values)
