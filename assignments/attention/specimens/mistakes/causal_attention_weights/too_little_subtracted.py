"""
name = "hidden scores lowered by a little only"
name_zh = "被遮住的分数只降低了一点"
question = "How low must a score be for its weight to be 0?"
question_zh = "分数要低到什么程度，权重才会是 0？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1)
    masked = attn_scores - 10 * future
    return torch.softmax(masked / d_k ** 0.5, dim=-1)
