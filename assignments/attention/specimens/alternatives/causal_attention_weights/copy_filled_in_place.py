"""
form = "scaled first, then masked_fill_ on the new tensor"
"""

import math


def causal_attention_weights(attn_scores, d_k):
    scaled = attn_scores / math.sqrt(d_k)
    scaled.masked_fill_(torch.tril(torch.ones_like(scaled)) == 0, float("-inf"))
    return scaled.softmax(dim=-1)
