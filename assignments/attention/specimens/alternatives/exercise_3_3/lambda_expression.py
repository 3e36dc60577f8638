"""
form = "a lambda with an integer dropout"
"""

gpt2_small_attention = lambda: MultiHeadAttention(768, 768, 1024, dropout=0, num_heads=12)
