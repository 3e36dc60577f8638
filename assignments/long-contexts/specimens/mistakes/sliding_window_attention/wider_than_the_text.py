"""
name = "fails when the window is wider than the text"
name_zh = "窗口比文本宽时出错"
question = "How many rows does your code prepare for the beginning, though the text may be shorter?"
question_zh = "你的代码为开头准备了多少行？而文本可能更短。"
"""

def sliding_window_attention(queries, keys, values, window):
    rows = []
    for at in range(window - 1):
        scores = keys[: at + 1] @ queries[at] / math.sqrt(queries.shape[-1])
        rows.append(torch.softmax(scores, dim=0) @ values[: at + 1])
    for at in range(window - 1, len(queries)):
        some = slice(at + 1 - window, at + 1)
        scores = keys[some] @ queries[at] / math.sqrt(queries.shape[-1])
        rows.append(torch.softmax(scores, dim=0) @ values[some])
    return torch.stack(rows)
