"""
name = "the results of the blocks averaged"
name_zh = "对各块的结果取了平均"
question = "Does each block have the same weight?"
question_zh = "每一块的权重都相同吗？"
"""

def blockwise_attention(queries, keys, values, block):
    results = []
    for begin in range(0, len(keys), block):
        some = slice(begin, begin + block)
        scores = queries @ keys[some].T / math.sqrt(queries.shape[-1])
        results.append(torch.softmax(scores, dim=-1) @ values[some])
    return torch.stack(results).mean(dim=0)
