"""
form = "positional arguments"
"""

def two_dim_wrapper(d_in, context_length):
    return MultiHeadAttentionWrapper(d_in, 1, context_length, 0.0, 2)
