"""
name = "masked scores without a softmax"
name_zh = "只有掩码后的分数，没有 softmax"
question = "What should each row of the result add up to?"
question_zh = "结果的每一行加起来应当是多少？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    masked = attn_scores.masked_fill(future, -torch.inf)
    return masked / d_k ** 0.5
