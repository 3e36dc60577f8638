"""
name = "rows that no longer add up to 1"
name_zh = "每一行的和不再是 1"
question = "Which numbers add up to the divisor of a row: those before the mask, or those after it?"
question_zh = "一行的除数由哪些数相加得到：掩码之前的，还是之后的？"
"""

def renormalized_causal_weights(attn_weights):
    row_sums = attn_weights.sum(dim=-1, keepdim=True)
    masked = torch.tril(attn_weights)
    return masked / row_sums
