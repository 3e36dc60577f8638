"""
name = "the window reaches into the future"
name_zh = "窗口伸到了未来"
question = "Which tokens does a token see that come after it?"
question_zh = "一个词元能看到它后面的哪些词元？"
"""

def sliding_window_attention(queries, keys, values, window):
    places = torch.arange(len(queries))
    rows = []
    for at, query in enumerate(queries):
        seen = (places - at).abs() < window
        scores = keys[seen] @ query / math.sqrt(len(query))
        rows.append(torch.softmax(scores, dim=0) @ values[seen])
    return torch.stack(rows)
