"""
form = "every argument by keyword, dropout on"
"""

def two_dim_wrapper(d_in, context_length):
    return MultiHeadAttentionWrapper(
        num_heads=2,
        d_in=d_in,
        d_out=1,
        context_length=context_length,
        dropout=0.1,
        qkv_bias=True,
    )
