"""
name = "only whole windows are computed, or the text as one"
name_zh = "只计算整个的窗口，或者把整段文本当作一个"
question = "With 7 tokens and a window of 4: how many rows does your loop compute?"
question_zh = "有 7 个词元、窗口为 4 时，你的循环计算多少行？"
"""

def sliding_window_attention(queries, keys, values, window):
    window, rows = min(window, len(queries)), []
    for number in range(len(queries) // window):
        begin, end, first = number * window, (number + 1) * window, max(0, (number - 1) * window)
        gaps = torch.arange(begin, end)[:, None] - torch.arange(first, end)
        scores = queries[begin:end] @ keys[first:end].T / math.sqrt(queries.shape[-1])
        scores = scores.masked_fill((gaps < 0) | (gaps >= window), -torch.inf)
        rows.append(torch.softmax(scores, dim=-1) @ values[first:end])
    return torch.cat(rows)
