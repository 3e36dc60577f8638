"""
name = "division by the sum of the whole matrix"
name_zh = "除以了整个矩阵的和"
question = "Does each row add up to 1, or only all of them together?"
question_zh = "是每一行的和为 1，还是所有行加起来才是 1？"
"""

def renormalized_causal_weights(attn_weights):
    masked = torch.tril(attn_weights)
    return masked / masked.sum()
