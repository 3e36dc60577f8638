"""
name = "a layer that squeezes four dimensions into two"
name_zh = "用额外的层把四维压成两维"
question = "Can the wrapper itself give two dimensions, without a layer after it?"
question_zh = "后面不加别的层，包装模块自己能给出两个维度吗？"
"""

def two_dim_wrapper(d_in, context_length):
    wrapper = MultiHeadAttentionWrapper(d_in, 2, context_length, 0.0, num_heads=2)
    return nn.Sequential(wrapper, nn.Linear(4, 2, bias=False))
