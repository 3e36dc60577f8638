"""
name = "the whole block before is seen"
name_zh = "看到了前面的整个块"
question = "How many tokens does the last token of a block see?"
question_zh = "一块里的最后一个词元能看到几个词元？"
"""

def sliding_window_attention(queries, keys, values, window):
    rows = []
    for begin in range(0, len(queries), window):
        end, first = min(begin + window, len(queries)), max(0, begin - window)
        scores = queries[begin:end] @ keys[first:end].T / math.sqrt(queries.shape[-1])
        future = torch.ones(scores.shape, dtype=torch.bool).triu(begin - first + 1)
        weights = torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1)
        rows.append(weights @ values[first:end])
    return torch.cat(rows)
