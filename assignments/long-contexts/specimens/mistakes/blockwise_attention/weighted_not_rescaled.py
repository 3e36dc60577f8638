"""
name = "the total is rescaled, the weighted values are not"
name_zh = "总和调整了，加权的值没有"
question = "Which of your running sums has the factor?"
question_zh = "你的两个累积的和中，哪个乘了因子？"
"""

def blockwise_attention(queries, keys, values, block):
    largest = torch.full((len(queries), 1), -torch.inf)
    total, weighted = torch.zeros(len(queries), 1), torch.zeros(len(queries), values.shape[1])
    for begin in range(0, len(keys), block):
        some = slice(begin, begin + block)
        scores = queries @ keys[some].T / math.sqrt(queries.shape[-1])
        new = torch.maximum(largest, scores.amax(dim=-1, keepdim=True))
        powers = torch.exp(scores - new)
        total = total * torch.exp(largest - new) + powers.sum(dim=-1, keepdim=True)
        weighted, largest = weighted + powers @ values[some], new
    return weighted / total
