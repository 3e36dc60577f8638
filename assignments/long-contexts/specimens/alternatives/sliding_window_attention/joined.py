"""
form = "two summaries joined for each block"
"""

def sliding_window_attention(queries, keys, values, window):
    rows = []
    for begin in range(0, len(queries), 64):
        query = queries[begin : begin + 64] / math.sqrt(queries.shape[-1])
        end = begin + len(query)
        at = torch.arange(begin, end)[:, None]
        own = (at - torch.arange(begin, end)).ge(window) | (at < torch.arange(begin, end))
        known = summary((query @ keys[begin:end].T).masked_fill(own, -1e30), values[begin:end])
        first = max(0, begin - window + 1)
        if first < begin:
            old = at - torch.arange(first, begin) >= window
            scores = (query @ keys[first:begin].T).masked_fill(old, -1e30)
            known = join(known, summary(scores, values[first:begin]))
        rows.append(known[2] / known[1])
    return torch.cat(rows)
