"""
name = "the wrapper in place of the efficient class"
name_zh = "用了包装模块而不是高效的多头类"
question = "Which of the two multi-head classes is this exercise about?"
question_zh = "这个练习说的是两个多头类中的哪一个？"
"""

def gpt2_small_attention():
    return MultiHeadAttentionWrapper(768, 64, 1024, 0.1, num_heads=12)
