"""
name = "all scores, then blocks of rows"
name_zh = "先算全部分数，再分块取行"
question = "Which scores does your code compute before it cuts blocks out of them?"
question_zh = "切出块之前，你的代码算了哪些分数？"
fails = "limits"
"""

def blockwise_causal_attention(queries, keys, values, block):
    scores = queries @ keys.T / math.sqrt(queries.shape[-1])
    rows = []
    for begin in range(0, len(queries), block):
        own = scores[begin : begin + block, : begin + block]
        future = torch.ones(own.shape, dtype=torch.bool).triu(begin + 1)
        weights = torch.softmax(own.masked_fill(future, -torch.inf), dim=-1)
        rows.append(weights @ values[: begin + block])
    return torch.cat(rows)
