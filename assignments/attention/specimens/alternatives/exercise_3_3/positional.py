"""
form = "positional arguments"
"""

def gpt2_small_attention():
    return MultiHeadAttention(768, 768, 1024, 0.0, 12)
