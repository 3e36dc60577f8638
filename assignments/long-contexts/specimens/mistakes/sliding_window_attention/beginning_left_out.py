"""
name = "the first tokens have no row"
name_zh = "最前面的词元没有结果"
question = "How many rows are to come back?"
question_zh = "应该返回多少行？"
"""

def sliding_window_attention(queries, keys, values, window):
    rows = []
    for at in range(window - 1, len(queries)):
        some = slice(at + 1 - window, at + 1)
        scores = keys[some] @ queries[at] / math.sqrt(queries.shape[-1])
        rows.append(torch.softmax(scores, dim=0) @ values[some])
    return torch.stack(rows)
