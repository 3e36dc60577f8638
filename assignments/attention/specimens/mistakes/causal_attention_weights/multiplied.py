"""
name = "scores multiplied by the root"
name_zh = "分数乘以了平方根"
question = "Are the scores made smaller, or larger?"
question_zh = "分数是被缩小了，还是被放大了？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    masked = attn_scores.masked_fill(future, -torch.inf)
    return torch.softmax(masked * d_k ** 0.5, dim=-1)
