"""
name = "argument overwritten in place"
name_zh = "就地改写了传入的参数"
question = "Which operation writes into the argument instead of making a new tensor?"
question_zh = "哪个运算写进了参数本身，而没有生成新的张量？"
"""

def renormalized_causal_weights(attn_weights):
    future = torch.triu(torch.ones_like(attn_weights), diagonal=1).bool()
    masked = attn_weights.masked_fill_(future, 0.0)
    return masked / masked.sum(dim=-1, keepdim=True)
