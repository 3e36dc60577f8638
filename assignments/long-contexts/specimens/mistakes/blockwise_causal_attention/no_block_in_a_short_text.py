"""
name = "no block at all where one is wider than the text"
name_zh = "一块比文本还宽时，一块也没有"
question = "What is 5 // 8? How many pieces do you ask for with 5 tokens and blocks of 8?"
question_zh = "5 // 8 等于多少？有 5 个词元、每块 8 个时，你要求分成几块？"
"""

def blockwise_causal_attention(queries, keys, values, block):
    pieces = [one.chunk(len(keys) // block) for one in (queries, keys, values)]
    rows = []
    for number, some in enumerate(pieces[0]):
        known = None
        for other in range(number + 1):
            scores = some @ pieces[1][other].T / math.sqrt(queries.shape[-1])
            if other == number:
                future = torch.ones(scores.shape, dtype=torch.bool).triu(1)
                scores = scores.masked_fill(future, -torch.inf)
            new = summary(scores, pieces[2][other])
            known = new if known is None else join(known, new)
        rows.append(known[2] / known[1])
    return torch.cat(rows)
