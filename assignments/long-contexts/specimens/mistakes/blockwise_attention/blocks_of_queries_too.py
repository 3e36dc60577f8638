"""
name = "each block of queries with its own block of keys"
name_zh = "每块查询只对应一块键"
question = "Which keys does the first query see?"
question_zh = "第一个查询能看到哪些键？"
"""

def blockwise_attention(queries, keys, values, block):
    rows = []
    for begin in range(0, len(queries), block):
        some = slice(begin, begin + block)
        scores = queries[some] @ keys[some].T / math.sqrt(queries.shape[-1])
        rows.append(torch.softmax(scores, dim=-1) @ values[some])
    return torch.cat(rows)
