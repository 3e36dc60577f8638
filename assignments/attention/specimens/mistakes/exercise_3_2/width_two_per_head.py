"""
name = "each head two wide"
name_zh = "每个头宽 2，合起来是 4 维"
question = "Two heads stand beside each other: how wide may each of them be?"
question_zh = "两个头并排：每个头可以有多宽？"
"""

def two_dim_wrapper(d_in, context_length):
    return MultiHeadAttentionWrapper(d_in, 2, context_length, 0.0, num_heads=2)
