"""
name = "mask whose result is not kept"
name_zh = "掩码的结果没有保留下来"
question = "Is the result of the mask kept?"
question_zh = "掩码之后的结果有没有保留下来？"
"""

def renormalized_causal_weights(attn_weights):
    future = torch.triu(torch.ones_like(attn_weights), diagonal=1).bool()
    attn_weights.masked_fill(future, 0.0)
    return attn_weights / attn_weights.sum(dim=-1, keepdim=True)
