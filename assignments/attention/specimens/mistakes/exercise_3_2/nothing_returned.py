"""
name = "a module that is made and not returned"
name_zh = "创建了模块却没有返回"
question = "Does it end with a return?"
question_zh = "最后有 return 吗？"
"""

def two_dim_wrapper(d_in, context_length):
    wrapper = MultiHeadAttentionWrapper(d_in, 1, context_length, 0.0, num_heads=2)
    print(wrapper)
