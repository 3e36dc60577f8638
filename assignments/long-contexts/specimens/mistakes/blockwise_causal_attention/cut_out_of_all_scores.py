"""
name = "each row cut out of all scores"
name_zh = "先算全部分数，再从中取出各行"
question = "How many scores are in memory when the first row is cut out?"
question_zh = "取出第一行时，内存里有多少个分数？"
fails = "limits"
"""

def blockwise_causal_attention(queries, keys, values, block):
    scores = queries @ keys.T / math.sqrt(queries.shape[-1])
    rows = []
    for at in range(len(queries)):
        rows.append(torch.softmax(scores[at, : at + 1], dim=0) @ values[: at + 1])
    return torch.stack(rows)
