"""
form = "each row by itself"
"""

def sliding_window_attention(queries, keys, values, window):
    rows = []
    for at, query in enumerate(queries):
        seen = slice(max(0, at + 1 - window), at + 1)
        weights = torch.softmax(keys[seen] @ query / math.sqrt(len(query)), dim=0)
        rows.append(weights @ values[seen])
    return torch.stack(rows)
