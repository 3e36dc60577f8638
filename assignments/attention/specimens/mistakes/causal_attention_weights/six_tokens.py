"""
name = "mask for exactly six tokens"
name_zh = "掩码固定为六个词元"
question = "How large must the mask be for another number of tokens?"
question_zh = "换一个词元数，掩码应当多大？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones(6, 6), diagonal=1).bool()
    masked = attn_scores.masked_fill(future, -torch.inf)
    return torch.softmax(masked / d_k ** 0.5, dim=-1)
