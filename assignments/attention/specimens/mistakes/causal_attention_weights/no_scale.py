"""
name = "no scale"
name_zh = "没有缩放"
question = "By what are the scores divided before the softmax?"
question_zh = "在 softmax 之前，分数要除以什么？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    masked = attn_scores.masked_fill(future, -torch.inf)
    return torch.softmax(masked, dim=-1)
