"""
name = "division after the softmax"
name_zh = "在 softmax 之后才做除法"
question = "Does the division come before the softmax, or after it?"
question_zh = "除法是在 softmax 之前，还是之后？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    masked = attn_scores.masked_fill(future, -torch.inf)
    return torch.softmax(masked, dim=-1) / d_k ** 0.5
