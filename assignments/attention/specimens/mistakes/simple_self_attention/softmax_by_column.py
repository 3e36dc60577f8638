"""
name = "softmax over the queries in place of the keys"
name_zh = "沿查询而不是键的维度做了 softmax"
question = "Which dimension should add up to 1: the one over the keys, or the one over the queries?"
question_zh = "哪一个维度上的和应当是 1：键的维度，还是查询的维度？"
"""

def simple_self_attention(inputs):
    attn_scores = inputs @ inputs.T
    attn_weights = torch.softmax(attn_scores, dim=0)
    return attn_weights, attn_weights @ inputs
