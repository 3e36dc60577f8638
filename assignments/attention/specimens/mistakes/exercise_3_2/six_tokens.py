"""
name = "a context length fixed at six"
name_zh = "上下文长度固定为 6"
question = "What does the code do with its argument context_length?"
question_zh = "代码有没有用到参数 context_length？"
"""

def two_dim_wrapper(d_in, context_length):
    return MultiHeadAttentionWrapper(d_in, 1, 6, 0.0, num_heads=2)
