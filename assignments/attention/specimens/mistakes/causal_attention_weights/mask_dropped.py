"""
name = "mask whose result is not kept"
name_zh = "掩码的结果没有保留下来"
question = "Does the mask change the scores that go into the softmax, and is its result kept?"
question_zh = "掩码真的改变了进入 softmax 的分数吗？结果有没有保留？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    attn_scores.masked_fill(future, -torch.inf)
    return torch.softmax(attn_scores / d_k ** 0.5, dim=-1)
