"""
name = "mask after the softmax, rows not renormalized"
name_zh = "softmax 之后才加掩码，也没有重新归一化"
question = "Do the weights that are left in a row still add up to 1?"
question_zh = "每一行剩下的权重加起来还是 1 吗？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    attn_weights = torch.softmax(attn_scores / d_k ** 0.5, dim=-1)
    return attn_weights.masked_fill(future, 0.0)
