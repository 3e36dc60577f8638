"""
form = "blocks as wide as the window, each with the one before"
"""

def sliding_window_attention(queries, keys, values, window):
    rows = []
    for begin in range(0, len(queries), window):
        end, first = min(begin + window, len(queries)), max(0, begin - window)
        gaps = torch.arange(begin, end)[:, None] - torch.arange(first, end)
        scores = queries[begin:end] @ keys[first:end].T / math.sqrt(queries.shape[-1])
        hidden = (gaps < 0) | (gaps >= window)
        weights = stable_softmax(scores.masked_fill(hidden, float("-inf")))
        rows.append(weights @ values[first:end])
    return torch.cat(rows, dim=0)
