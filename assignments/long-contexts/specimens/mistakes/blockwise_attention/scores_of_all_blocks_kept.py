"""
name = "the scores of all blocks are kept"
name_zh = "保留了所有块的分数"
question = "When are the scores of the first block forgotten?"
question_zh = "第一块的分数什么时候忘掉？"
fails = "limits"
"""

def blockwise_attention(queries, keys, values, block):
    scores = []
    for begin in range(0, len(keys), block):
        scores.append(queries @ keys[begin : begin + block].T / math.sqrt(queries.shape[-1]))
    return torch.softmax(torch.cat(scores, dim=1), dim=1) @ values
