"""
name = "masked and renormalized weights both returned"
name_zh = "同时返回了两个结果"
question = "How many things does the caller expect?"
question_zh = "调用者期待返回几样东西？"
"""

def renormalized_causal_weights(attn_weights):
    masked = torch.tril(attn_weights)
    return masked, masked / masked.sum(dim=-1, keepdim=True)
