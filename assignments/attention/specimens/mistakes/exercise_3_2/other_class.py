"""
name = "another class than the one asked for"
name_zh = "用的不是要求的类"
question = "Which class does this exercise ask for, and of which is what you return?"
question_zh = "这个练习要求的是哪个类？你返回的又是哪个类的对象？"
"""

def two_dim_wrapper(d_in, context_length):
    return MultiHeadAttention(d_in, 2, context_length, 0.0, num_heads=2)
