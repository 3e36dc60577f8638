"""
name = "a power before a division: `d_k ** 1 / 2`"
name_zh = "先乘方后除法：`d_k ** 1 / 2`"
question = "Which does Python compute first in `d_k ** 1 / 2`, the power or the division?"
question_zh = "`d_k ** 1 / 2` 里，Python 先算乘方还是先算除法？"
"""

def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    return torch.softmax(keys @ query / d_k ** 1 / 2, dim=-1)
