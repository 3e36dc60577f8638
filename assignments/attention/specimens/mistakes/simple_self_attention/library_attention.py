"""
name = "attention taken from the library"
name_zh = "直接调用库里的注意力函数"
question = "Which steps does this one call take on your behalf?"
question_zh = "这一次调用替你完成了哪些步骤？"
"""

import torch.nn.functional as F


def simple_self_attention(inputs):
    one_hot = torch.eye(inputs.shape[0])
    attn_weights = F.scaled_dot_product_attention(inputs, inputs, one_hot, scale=1.0)
    return attn_weights, attn_weights @ inputs
