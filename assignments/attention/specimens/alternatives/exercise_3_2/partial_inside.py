"""
form = "functools.partial made at the call"
"""

from functools import partial


def two_dim_wrapper(d_in, context_length):
    two_heads = partial(MultiHeadAttentionWrapper, num_heads=2, dropout=0.0, qkv_bias=False)
    return two_heads(d_in, d_out=1, context_length=context_length)
