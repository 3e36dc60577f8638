"""
name = "minus infinity divided by itself"
name_zh = "负无穷除以负无穷"
question = "What does a row with an infinite entry add up to?"
question_zh = "一行里有无穷大时，加起来是多少？"
"""

def renormalized_causal_weights(attn_weights):
    future = torch.triu(torch.ones_like(attn_weights), diagonal=1).bool()
    masked = attn_weights.masked_fill(future, -torch.inf)
    return masked / masked.sum(dim=-1, keepdim=True)
