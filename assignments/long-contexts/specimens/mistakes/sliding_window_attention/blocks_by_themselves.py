"""
name = "blocks that do not see each other"
name_zh = "各块互不相见"
question = "What does the first token of the second block see?"
question_zh = "第二块的第一个词元能看到什么？"
"""

def sliding_window_attention(queries, keys, values, window):
    rows = []
    for begin in range(0, len(queries), window):
        some = slice(begin, begin + window)
        scores = queries[some] @ keys[some].T / math.sqrt(queries.shape[-1])
        future = torch.ones(scores.shape, dtype=torch.bool).triu(1)
        rows.append(torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1) @ values[some])
    return torch.cat(rows)
