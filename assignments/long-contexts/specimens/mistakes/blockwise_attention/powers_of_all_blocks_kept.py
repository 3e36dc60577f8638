"""
name = "the powers of all blocks are kept"
name_zh = "保留了所有块的幂"
question = "Which of the things that you keep grow with the number of keys?"
question_zh = "你保留的东西里，哪些随键的个数增长？"
fails = "limits"
"""

def blockwise_attention(queries, keys, values, block):
    most = torch.full((len(queries), 1), -torch.inf)
    for begin in range(0, len(keys), block):
        scores = queries @ keys[begin : begin + block].T / math.sqrt(queries.shape[-1])
        most = torch.maximum(most, scores.amax(dim=1, keepdim=True))
    powers = []
    for begin in range(0, len(keys), block):
        scores = queries @ keys[begin : begin + block].T / math.sqrt(queries.shape[-1])
        powers.append(torch.exp(scores - most))
    total = sum(one.sum(dim=1, keepdim=True) for one in powers)
    return sum(one @ value for one, value in zip(powers, values.split(block))) / total
