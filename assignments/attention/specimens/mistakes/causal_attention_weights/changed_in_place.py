"""
name = "argument overwritten in place"
name_zh = "就地改写了传入的参数"
question = "Which operation writes into the argument instead of making a new tensor?"
question_zh = "哪个运算写进了参数本身，而没有生成新的张量？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    attn_scores.masked_fill_(future, -torch.inf)
    return torch.softmax(attn_scores / d_k ** 0.5, dim=-1)
