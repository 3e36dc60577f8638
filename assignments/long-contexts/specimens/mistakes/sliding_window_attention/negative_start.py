"""
name = "slices that begin at a negative number"
name_zh = "切片从负数开始"
question = "What is `keys[-2:1]` of six rows?"
question_zh = "六行的 `keys[-2:1]` 是什么？"
"""

def sliding_window_attention(queries, keys, values, window):
    rows = []
    for at, query in enumerate(queries):
        seen = slice(at + 1 - window, at + 1)
        scores = keys[seen] @ query / math.sqrt(len(query))
        rows.append(torch.softmax(scores, dim=0) @ values[seen])
    return torch.stack(rows)
