"""
name = "softmax over the queries in place of the keys"
name_zh = "沿查询而不是键的维度做了 softmax"
question = "Which dimension should add up to 1: the one over the keys, or the one over the queries?"
question_zh = "哪一个维度上的和应当是 1：键的维度，还是查询的维度？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    masked = attn_scores.masked_fill(future, -torch.inf)
    return torch.softmax(masked / d_k ** 0.5, dim=0)
