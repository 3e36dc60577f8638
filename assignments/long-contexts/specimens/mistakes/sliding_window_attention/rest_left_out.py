"""
name = "the rest behind the last whole block is left out"
name_zh = "漏掉了最后一个整块之后的部分"
question = "How many rows are in the last block, and does your loop reach it?"
question_zh = "最后一块有多少行？你的循环到得了那里吗？"
"""

def sliding_window_attention(queries, keys, values, window):
    rows = []
    for begin in range(0, len(queries) - window + 1, window):
        end, first = begin + window, max(0, begin - window + 1)
        places, others = torch.arange(begin, end)[:, None], torch.arange(first, end)
        scores = queries[begin:end] @ keys[first:end].T / math.sqrt(queries.shape[-1])
        seen = (others <= places) & (others > places - window)
        weights = torch.softmax(scores.masked_fill(~seen, -torch.inf), dim=-1)
        rows.append(weights @ values[first:end])
    return torch.cat(rows)
