"""
name = "width and context length swapped"
name_zh = "宽度和上下文长度互换了"
question = "Which of the two sizes counts tokens, and which counts dimensions?"
question_zh = "两个大小之中，哪个数的是词元，哪个数的是维度？"
"""

def gpt2_small_attention():
    return MultiHeadAttention(1024, 1024, 768, 0.1, num_heads=12)
