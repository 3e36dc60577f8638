"""
name = "no block at all where one is wider than the text"
name_zh = "一块比文本还宽时，一块也没有"
question = "What is 5 // 9? How many pieces do you ask for with 5 keys and blocks of 9?"
question_zh = "5 // 9 等于多少？有 5 个键、每块 9 个时，你要求分成几块？"
"""

def blockwise_attention(queries, keys, values, block):
    known, count = None, len(keys) // block
    for key, value in zip(keys.chunk(count), values.chunk(count)):
        new = summary(queries @ key.T / math.sqrt(queries.shape[-1]), value)
        known = new if known is None else join(known, new)
    return known[2] / known[1]
