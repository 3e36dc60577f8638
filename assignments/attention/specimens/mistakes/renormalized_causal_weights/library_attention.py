"""
name = "attention taken from the library"
name_zh = "直接调用库里的注意力函数"
question = "Which steps does this one call take on your behalf?"
question_zh = "这一次调用替你完成了哪些步骤？"
"""

import torch.nn.functional as F


def renormalized_causal_weights(attn_weights):
    scores, one_hot = torch.log(attn_weights), torch.eye(attn_weights.shape[0])
    return F.scaled_dot_product_attention(scores, one_hot, one_hot, is_causal=True, scale=1.0)
