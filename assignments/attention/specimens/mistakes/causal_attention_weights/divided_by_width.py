"""
name = "division by the width, without the root"
name_zh = "除以了宽度本身，没有开平方"
question = "Are the scores divided by d_k, or by something made from it?"
question_zh = "分数是除以 d_k 本身，还是除以由它算出的某个数？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    masked = attn_scores.masked_fill(future, -torch.inf)
    return torch.softmax(masked / d_k, dim=-1)
