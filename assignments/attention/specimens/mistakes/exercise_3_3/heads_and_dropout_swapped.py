"""
name = "number of heads passed as the dropout rate"
name_zh = "把头数当成了 dropout 率"
question = "Which argument does each number of the call land in?"
question_zh = "调用里的每个数各自传给了哪个参数？"
"""

def gpt2_small_attention():
    return MultiHeadAttention(768, 768, 1024, 12, 0.1)
