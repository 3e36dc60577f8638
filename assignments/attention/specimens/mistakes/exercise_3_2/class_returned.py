"""
name = "the class itself is returned, and no module made of it"
name_zh = "返回的是类本身，而不是用它创建的模块"
question = "What do the brackets behind the name of a class do?"
question_zh = "类名后面的一对括号起什么作用？"
"""

def two_dim_wrapper(d_in, context_length):
    return MultiHeadAttentionWrapper
