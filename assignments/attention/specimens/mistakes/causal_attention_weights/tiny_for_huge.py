"""
name = "hidden scores set to 0 or close to it"
name_zh = "被遮住的分数设成了 0 或接近 0 的数"
question = "How far from 0 is the number that is written into the hidden scores?"
question_zh = "写进被遮住位置的那个数，离 0 有多远？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    masked = attn_scores.masked_fill(future, -1e-9)
    return torch.softmax(masked / d_k ** 0.5, dim=-1)
