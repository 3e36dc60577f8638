"""
name = "rows that no longer add up to 1"
name_zh = "每一行的和不再是 1"
question = "Do the weights that are left in a row still add up to 1?"
question_zh = "每一行剩下的权重加起来还是 1 吗？"
"""

def renormalized_causal_weights(attn_weights):
    mask = torch.tril(torch.ones_like(attn_weights))
    return attn_weights * mask
