"""
name = "softmax applied twice"
name_zh = "做了两次 softmax"
question = "How often do the scores pass through softmax on their way?"
question_zh = "从分数到权重，一共经过了几次 softmax？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    attn_weights = torch.softmax(attn_scores / d_k ** 0.5, dim=-1)
    masked = attn_weights.masked_fill(future, -torch.inf)
    return torch.softmax(masked, dim=-1)
