"""
name = "rows of unit length in place of unit sum"
name_zh = "每行的长度为 1，而不是和为 1"
question = "Which norm does normalize use when none is named?"
question_zh = "不指定时，normalize 用的是哪一种范数？"
"""

import torch.nn.functional as F


def renormalized_causal_weights(attn_weights):
    masked = torch.tril(attn_weights)
    return F.normalize(masked, dim=-1)
