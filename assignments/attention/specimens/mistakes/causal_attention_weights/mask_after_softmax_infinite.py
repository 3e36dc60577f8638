"""
name = "minus infinity among the weights"
name_zh = "权重里出现了负无穷"
question = "At the place where your mask is applied, are the numbers still scores?"
question_zh = "在你加掩码的地方，那些数还是分数吗？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    weights = torch.softmax(attn_scores / d_k ** 0.5, dim=-1)
    return weights.masked_fill(future, float("-inf"))
