"""
name = "the width of a head passed as their number"
name_zh = "把头的宽度当成了头数"
question = "Is this number the count of the heads, or the width of one?"
question_zh = "这个数是头的个数，还是一个头的宽度？"
"""

def gpt2_small_attention():
    return MultiHeadAttention(768, 768, 1024, 0.1, num_heads=64)
