"""
name = "scores of exactly zero are hidden too"
name_zh = "恰好为零的分数也被遮住"
question = "Which scores does `== 0` find besides those that the triangle has set to zero?"
question_zh = "除了被三角形置零的分数之外，`== 0` 还会找到哪些分数？"
"""

def causal_attention_weights(attn_scores, d_k):
    seen = torch.tril(attn_scores)
    hidden = seen.masked_fill(seen == 0, -torch.inf)
    return torch.softmax(hidden / d_k ** 0.5, dim=-1)
