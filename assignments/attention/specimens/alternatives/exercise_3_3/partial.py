"""
form = "functools.partial that remembers the class"
"""

from functools import partial

gpt2_small_attention = partial(MultiHeadAttention, 768, 768, 1024, 0.1, 12, qkv_bias=False)
