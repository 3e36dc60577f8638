"""
name = "context vectors in place of the module"
name_zh = "返回了上下文向量而不是模块"
question = "Does the caller expect a module, or its output for one input?"
question_zh = "调用者期待的是模块，还是它对某个输入的输出？"
"""

def two_dim_wrapper(d_in, context_length):
    wrapper = MultiHeadAttentionWrapper(d_in, 1, context_length, 0.0, num_heads=2)
    return wrapper(torch.rand(2, context_length, d_in))
