"""
name = "d_out given as the width of one head"
name_zh = "把 d_out 当成了一个头的宽度"
question = "Is d_out the width of one head, or of all heads together?"
question_zh = "d_out 是一个头的宽度，还是所有头加在一起的宽度？"
"""

def gpt2_small_attention():
    return MultiHeadAttention(768, 64, 1024, 0.1, num_heads=12)
