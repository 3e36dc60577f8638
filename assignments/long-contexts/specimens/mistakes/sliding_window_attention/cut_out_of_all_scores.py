"""
name = "the window cut out of all scores"
name_zh = "先算全部分数，再从中取出窗口"
question = "Which scores does your code compute before it takes those of the window?"
question_zh = "取出窗口里的分数之前，你的代码算了哪些分数？"
fails = "limits"
"""

def sliding_window_attention(queries, keys, values, window):
    scores = queries @ keys.T / math.sqrt(queries.shape[-1])
    rows = []
    for at in range(len(queries)):
        first = max(0, at + 1 - window)
        rows.append(torch.softmax(scores[at, first : at + 1], dim=0) @ values[first : at + 1])
    return torch.stack(rows)
