"""
name = "one head in place of two"
name_zh = "只有一个头"
question = "How many heads does the exercise ask for?"
question_zh = "练习要求几个头？"
"""

def two_dim_wrapper(d_in, context_length):
    return MultiHeadAttentionWrapper(d_in, 2, context_length, 0.0, num_heads=1)
