"""
name = "a mask of the whole text"
name_zh = "整个文本的掩码"
question = "How large is the mask, though you need a strip of it?"
question_zh = "掩码有多大？而你只需要其中一条。"
fails = "limits"
"""

def sliding_window_attention(queries, keys, values, window):
    places = torch.arange(len(queries), dtype=torch.float32)
    gaps = places[:, None] - places
    seen = (gaps >= 0) & (gaps < window)
    rows = []
    for begin in range(0, len(queries), 128):
        some, first = slice(begin, begin + 128), max(0, begin + 1 - window)
        own = slice(first, begin + 128)
        scores = queries[some] @ keys[own].T / math.sqrt(queries.shape[-1])
        weights = torch.softmax(scores.masked_fill(~seen[some, own], -torch.inf), dim=-1)
        rows.append(weights @ values[own])
    return torch.cat(rows)
