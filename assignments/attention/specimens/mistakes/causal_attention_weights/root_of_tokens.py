"""
name = "the root of the number of tokens"
name_zh = "开平方的是词元数"
question = "Which size is the last one of attn_scores, and is it d_k?"
question_zh = "attn_scores 的最后一个维度是什么的大小？它是 d_k 吗？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    masked = attn_scores.masked_fill(future, -torch.inf)
    return torch.softmax(masked / attn_scores.shape[-1] ** 0.5, dim=-1)
