"""
name = "hidden scores lowered by a fixed step"
name_zh = "被遮住的分数只降低了固定的数值"
question = "How large may a hidden score be before it is seen all the same?"
question_zh = "被遮住的分数要有多大，就仍然会被看到？"
"""


def causal_attention_weights(attn_scores, d_k):
    future = torch.ones_like(attn_scores).triu(1)
    return torch.softmax(attn_scores / d_k**0.5 - 30 * future, dim=-1)
