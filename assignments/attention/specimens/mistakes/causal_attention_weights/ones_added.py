"""
name = "ones added to the hidden scores"
name_zh = "给被遮住的分数加了 1"
question = "Does a score that must be hidden go up, or down?"
question_zh = "要遮住的分数是变大了，还是变小了？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1)
    masked = attn_scores + future
    return torch.softmax(masked / d_k ** 0.5, dim=-1)
