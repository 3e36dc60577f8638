"""
name = "hidden scores set to 0 or close to it"
name_zh = "被遮住的分数设成了 0 或接近 0 的数"
question = "What weight does softmax give to a score of 0?"
question_zh = "softmax 会给分数 0 多大的权重？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    masked = attn_scores.masked_fill(future, 0.0)
    return torch.softmax(masked / d_k ** 0.5, dim=-1)
