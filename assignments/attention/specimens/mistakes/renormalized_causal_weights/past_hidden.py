"""
name = "past hidden in place of the future"
name_zh = "遮住的是过去而不是未来"
question = "Which side of the diagonal is the future?"
question_zh = "对角线的哪一侧是未来？"
"""

def renormalized_causal_weights(attn_weights):
    masked = torch.triu(attn_weights)
    return masked / masked.sum(dim=-1, keepdim=True)
