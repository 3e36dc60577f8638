"""
name = "only whole blocks are read, or the text as one"
name_zh = "只读整块，或者把整段文本当作一块"
question = "With 7 keys and blocks of 3: which keys does your loop read?"
question_zh = "有 7 个键、每块 3 个时，你的循环读到哪些键？"
"""

def blockwise_attention(queries, keys, values, block):
    block, known = min(block, len(keys)), None
    for number in range(len(keys) // block):
        some = slice(number * block, (number + 1) * block)
        scores = queries @ keys[some].T / math.sqrt(queries.shape[-1])
        new = summary(scores, values[some])
        known = new if known is None else join(known, new)
    return known[2] / known[1]
