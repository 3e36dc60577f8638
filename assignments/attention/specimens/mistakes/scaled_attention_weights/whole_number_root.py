"""
name = "a root cut down to a whole number"
name_zh = "平方根被截成了整数"
question = "What is the root of the width when the width is no square number?"
question_zh = "当宽度不是平方数时，它的平方根是多少？"
"""

import math


def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    attn_scores = query @ keys.T
    return torch.softmax(attn_scores / math.isqrt(d_k), dim=-1)
