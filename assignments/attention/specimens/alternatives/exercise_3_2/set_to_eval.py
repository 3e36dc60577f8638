"""
form = "the module set to eval before it is returned"
"""

def two_dim_wrapper(d_in, context_length):
    d_out, num_heads = 1, 2
    wrapper = MultiHeadAttentionWrapper(d_in, d_out, context_length, 0.5, num_heads, False)
    wrapper.eval()
    return wrapper
