"""
name = "a power taken before the fraction"
name_zh = "运算次序错误：先算了幂，后算除法"
question = "What does Python compute first in d_k ** 1 / 2?"
question_zh = "在 d_k ** 1 / 2 中，Python 先算哪一步？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    masked = attn_scores.masked_fill(future, -torch.inf)
    scale = d_k ** 1 / 2
    return torch.softmax(masked / scale, dim=-1)
