"""
name = "what was summed before is not rescaled"
name_zh = "先前的和没有按新的最大值调整"
question = "By which largest score was the old sum divided?"
question_zh = "旧的和是用哪个最大值除的？"
"""

def blockwise_attention(queries, keys, values, block):
    largest = torch.full((len(queries), 1), -torch.inf)
    total, weighted = 0.0, 0.0
    for begin in range(0, len(keys), block):
        some = slice(begin, begin + block)
        scores = queries @ keys[some].T / math.sqrt(queries.shape[-1])
        largest = torch.maximum(largest, scores.amax(dim=-1, keepdim=True))
        powers = torch.exp(scores - largest)
        total = total + powers.sum(dim=-1, keepdim=True)
        weighted = weighted + powers @ values[some]
    return weighted / total
