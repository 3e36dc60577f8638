"""
name = "the largest score of the first block for all"
name_zh = "所有块都用第一块的最大值"
question = "What if the largest score of a row stands in the second block?"
question_zh = "如果一行的最大分数在第二块里呢？"
"""

def blockwise_attention(queries, keys, values, block):
    largest = None
    total, weighted = 0.0, 0.0
    for begin in range(0, len(keys), block):
        some = slice(begin, begin + block)
        scores = queries @ keys[some].T / math.sqrt(queries.shape[-1])
        if largest is None:
            largest = scores.amax(dim=-1, keepdim=True)
        powers = torch.exp(scores - largest)
        total = total + powers.sum(dim=-1, keepdim=True)
        weighted = weighted + powers @ values[some]
    return weighted / total
