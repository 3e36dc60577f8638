"""
name = "attention taken from the library"
name_zh = "直接调用库里的注意力函数"
question = "Which steps does this one call take on your behalf?"
question_zh = "这一次调用替你完成了哪些步骤？"
"""

import torch.nn.functional as F


def context_vector(inputs, query_index):
    query = inputs[query_index].unsqueeze(0)
    return F.scaled_dot_product_attention(query, inputs, inputs, scale=1.0).squeeze(0)
