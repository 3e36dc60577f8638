"""
name = "the results of the blocks added"
name_zh = "把各块的结果相加"
question = "What do all weights of a query add up to?"
question_zh = "一个查询的所有权重相加是多少？"
"""

def blockwise_attention(queries, keys, values, block):
    result = torch.zeros(len(queries), values.shape[1])
    for begin in range(0, len(keys), block):
        some = slice(begin, begin + block)
        scores = queries @ keys[some].T / math.sqrt(queries.shape[-1])
        result = result + torch.softmax(scores, dim=-1) @ values[some]
    return result
