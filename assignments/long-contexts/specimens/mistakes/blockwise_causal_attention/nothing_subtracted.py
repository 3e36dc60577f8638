"""
name = "powers of the scores as they are"
name_zh = "直接对分数求幂"
question = "What is $e^{100}$ in a float32?"
question_zh = "$e^{100}$ 用 float32 表示是多少？"
"""

def blockwise_causal_attention(queries, keys, values, block):
    rows = []
    for begin in range(0, len(queries), block):
        some = queries[begin : begin + block] / math.sqrt(queries.shape[-1])
        total, weighted = 0.0, 0.0
        for other in range(0, begin + 1, block):
            powers = torch.exp(some @ keys[other : other + block].T)
            powers = powers.tril() if other == begin else powers
            total = total + powers.sum(dim=-1, keepdim=True)
            weighted = weighted + powers @ values[other : other + block]
        rows.append(weighted / total)
    return torch.cat(rows)
