"""
name = "mask used the wrong way round"
name_zh = "掩码用反了"
question = "Does True in this mask mean keep, or hide?"
question_zh = "这个掩码里的 True 表示保留，还是遮住？"
"""

def causal_attention_weights(attn_scores, d_k):
    visible = torch.tril(torch.ones_like(attn_scores)).bool()
    masked = attn_scores.masked_fill(visible, -torch.inf)
    return torch.softmax(masked / d_k ** 0.5, dim=-1)
