"""
name = "the mask read off the library's attention"
name_zh = "从库里的注意力读出掩码"
question = "Which two positions does each entry of the mask compare?"
question_zh = "掩码的每一项比较的是哪两个位置？"
"""

import torch.nn.functional as F


def causal_mask(num_tokens):
    scores, one_hot = torch.zeros(num_tokens, num_tokens), torch.eye(num_tokens)
    weights = F.scaled_dot_product_attention(scores, one_hot, one_hot, is_causal=True)
    return weights == 0
