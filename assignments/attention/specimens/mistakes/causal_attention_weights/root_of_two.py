"""
name = "a key width fixed at that of the example"
name_zh = "键的宽度固定为示例中的值"
question = "What does the code do with its argument d_k?"
question_zh = "代码有没有用到参数 d_k？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    masked = attn_scores.masked_fill(future, -torch.inf)
    return torch.softmax(masked / 2 ** 0.5, dim=-1)
