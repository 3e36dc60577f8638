"""
name = "number of heads not passed"
name_zh = "没有传入头数"
question = "Which arguments of the wrapper have no default?"
question_zh = "包装模块的哪些参数没有默认值？"
"""

def two_dim_wrapper(d_in, context_length):
    return MultiHeadAttentionWrapper(d_in, 1, context_length, 0.0)
