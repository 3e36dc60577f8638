"""
name = "columns divided by their sums"
name_zh = "除以的是每一列的和"
question = "Which dimension should add up to 1: the one over the keys, or the one over the queries?"
question_zh = "哪一个维度上的和应当是 1：键的维度，还是查询的维度？"
"""

def renormalized_causal_weights(attn_weights):
    masked = torch.tril(attn_weights)
    return masked / masked.sum(dim=0, keepdim=True)
