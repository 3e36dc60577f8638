"""
name = "logarithms of the weights"
name_zh = "返回了权重的对数"
question = "Can a weight be negative?"
question_zh = "权重可以是负数吗？"
"""

import torch.nn.functional as F


def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    attn_scores = query @ keys.T
    return F.log_softmax(attn_scores / d_k ** 0.5, dim=-1)
