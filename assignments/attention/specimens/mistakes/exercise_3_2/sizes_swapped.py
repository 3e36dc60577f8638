"""
name = "d_in and context_length swapped"
name_zh = "d_in 和 context_length 互换了"
question = "In which order does the wrapper take its arguments?"
question_zh = "包装模块按什么顺序接收参数？"
"""

def two_dim_wrapper(d_in, context_length):
    return MultiHeadAttentionWrapper(context_length, 1, d_in, 0.0, num_heads=2)
