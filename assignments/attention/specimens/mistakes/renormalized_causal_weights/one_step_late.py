"""
name = "next token left visible"
name_zh = "下一个词元仍然可见"
question = "May a token look at the very next one?"
question_zh = "一个词元可以看到紧跟在它后面的词元吗？"
"""

def renormalized_causal_weights(attn_weights):
    masked = torch.tril(attn_weights, diagonal=1)
    return masked / masked.sum(dim=-1, keepdim=True)
