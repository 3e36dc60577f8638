"""
name = "diagonal hidden too"
name_zh = "连对角线也遮住了"
question = "What is left of the first row, and what is it divided by?"
question_zh = "第一行还剩下什么？它又除以了什么？"
"""

def renormalized_causal_weights(attn_weights):
    masked = torch.tril(attn_weights, diagonal=-1)
    return masked / masked.sum(dim=-1, keepdim=True)
