"""
name = "next token left visible"
name_zh = "下一个词元仍然可见"
question = "May a token look at the very next one?"
question_zh = "一个词元可以看到紧跟在它后面的词元吗？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=2).bool()
    masked = attn_scores.masked_fill(future, -torch.inf)
    return torch.softmax(masked / d_k ** 0.5, dim=-1)
