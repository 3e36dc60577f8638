"""
name = "powers of the scores as they are"
name_zh = "直接对分数求幂"
question = "What is $e^{100}$ in a float32?"
question_zh = "$e^{100}$ 用 float32 表示是多少？"
"""

def blockwise_attention(queries, keys, values, block):
    total, weighted = 0.0, 0.0
    for begin in range(0, len(keys), block):
        some = slice(begin, begin + block)
        powers = torch.exp(queries @ keys[some].T / math.sqrt(queries.shape[-1]))
        total = total + powers.sum(dim=-1, keepdim=True)
        weighted = weighted + powers @ values[some]
    return weighted / total
