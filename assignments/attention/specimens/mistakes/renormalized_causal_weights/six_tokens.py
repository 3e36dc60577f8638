"""
name = "mask for exactly six tokens"
name_zh = "掩码固定为六个词元"
question = "How large must the mask be for another number of tokens?"
question_zh = "换一个词元数，掩码应当多大？"
"""

def renormalized_causal_weights(attn_weights):
    mask = torch.tril(torch.ones(6, 6))
    masked = attn_weights * mask
    return masked / masked.sum(dim=-1, keepdim=True)
