"""
name = "attention taken from the library"
name_zh = "直接调用库里的注意力函数"
question = "Which steps does this one call take on your behalf?"
question_zh = "这一次调用替你完成了哪些步骤？"
"""

import torch.nn.functional as F


def causal_attention_weights(attn_scores, d_k):
    one_hot = torch.eye(attn_scores.shape[0])
    return F.scaled_dot_product_attention(
        attn_scores, one_hot, one_hot, is_causal=True, scale=d_k ** -0.5
    )
