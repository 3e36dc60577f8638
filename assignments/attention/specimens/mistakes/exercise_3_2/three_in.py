"""
name = "an input width fixed at three"
name_zh = "输入宽度固定为 3"
question = "What does the code do with its argument d_in?"
question_zh = "代码有没有用到参数 d_in？"
"""

def two_dim_wrapper(d_in, context_length):
    return MultiHeadAttentionWrapper(3, 1, context_length, 0.0, num_heads=2)
