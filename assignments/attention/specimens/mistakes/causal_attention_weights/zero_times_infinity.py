"""
name = "zero times infinity"
name_zh = "零乘以无穷大"
question = "What is 0 times infinity?"
question_zh = "0 乘以无穷大是什么？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1)
    masked = attn_scores + future * -torch.inf
    return torch.softmax(masked / d_k ** 0.5, dim=-1)
