"""
name = "mask used the wrong way round"
name_zh = "掩码用反了"
question = "Does a 1 in this mask mean keep, or hide?"
question_zh = "这个掩码里的 1 表示保留，还是遮住？"
"""

def renormalized_causal_weights(attn_weights):
    future = torch.triu(torch.ones_like(attn_weights), diagonal=1)
    masked = attn_weights * future
    return masked / masked.sum(dim=-1, keepdim=True)
