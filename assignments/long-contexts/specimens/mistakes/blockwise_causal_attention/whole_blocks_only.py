"""
name = "only whole blocks are computed, or the text as one"
name_zh = "只计算整块，或者把整段文本当作一块"
question = "With 7 tokens and blocks of 3: how many rows does your loop compute?"
question_zh = "有 7 个词元、每块 3 个时，你的循环计算多少行？"
"""

def blockwise_causal_attention(queries, keys, values, block):
    block, rows = min(block, len(queries)), []
    for begin in range(0, len(queries) // block * block, block):
        some = queries[begin : begin + block] / math.sqrt(queries.shape[-1])
        known = None
        for other in range(0, begin + 1, block):
            scores = some @ keys[other : other + block].T
            if other == begin:
                future = torch.ones(scores.shape, dtype=torch.bool).triu(1)
                scores = scores.masked_fill(future, -torch.inf)
            new = summary(scores, values[other : other + block])
            known = new if known is None else join(known, new)
        rows.append(known[2] / known[1])
    return torch.cat(rows)
