"""
name = "argument overwritten in place"
name_zh = "就地改写了传入的参数"
question = "Which operations write into the argument instead of making a new tensor?"
question_zh = "哪些运算写进了参数本身，而没有生成新的张量？"
"""


def renormalized_causal_weights(attn_weights):
    attn_weights *= torch.tril(torch.ones_like(attn_weights))
    attn_weights /= attn_weights.sum(dim=-1, keepdim=True)
    return attn_weights
