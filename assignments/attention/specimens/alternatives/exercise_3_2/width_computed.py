"""
form = "the width of a head computed from the wanted width"
"""

def two_dim_wrapper(d_in, context_length, dropout=0, wanted=2):
    num_heads = 2
    d_out = wanted // num_heads
    mha = MultiHeadAttentionWrapper(d_in, d_out, context_length, dropout, num_heads)
    print(mha)
    return mha
