"""
name = "a power taken before the fraction"
name_zh = "运算次序错误：先算了幂，后算除法"
question = "What does Python compute first in d_k ** 1 / 2?"
question_zh = "在 d_k ** 1 / 2 中，Python 先算哪一步？"
"""

def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    attn_scores = query @ keys.T
    return torch.softmax(attn_scores / (d_k ** 1 / 2), dim=-1)
