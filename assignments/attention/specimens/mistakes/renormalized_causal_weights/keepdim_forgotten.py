"""
name = "row sums spread over the columns"
name_zh = "少了 keepdim=True，每行之和沿列对齐了"
question = "What shape have the row sums, and along which dimension are they spread?"
question_zh = "每行之和是什么形状？相除时会沿哪个维度展开？"
"""

def renormalized_causal_weights(attn_weights):
    masked = torch.tril(attn_weights)
    return masked / masked.sum(dim=-1)
