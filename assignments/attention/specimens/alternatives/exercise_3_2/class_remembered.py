"""
form = "the class remembered in a default argument"
"""

def two_dim_wrapper(d_in, context_length, kind=MultiHeadAttentionWrapper):
    """两个头，每个头输出一维，拼接后是二维。"""
    return kind(d_in, 1, context_length, 0.0, num_heads=2)
