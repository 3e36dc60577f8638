"""
name = "plus infinity in place of minus infinity"
name_zh = "写入的是正无穷而不是负无穷"
question = "Does a score that must be hidden go up, or down?"
question_zh = "要遮住的分数是变大了，还是变小了？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    masked = attn_scores.masked_fill(future, float("inf"))
    return torch.softmax(masked / d_k ** 0.5, dim=-1)
