"""
form = "a lambda with unpacked settings"
"""

settings = {"d_out": 1, "dropout": 0.0, "num_heads": 2}
two_dim_wrapper = lambda d_in, context_length: MultiHeadAttentionWrapper(
    d_in=d_in, context_length=context_length, **settings
)
