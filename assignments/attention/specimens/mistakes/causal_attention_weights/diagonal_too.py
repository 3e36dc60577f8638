"""
name = "diagonal hidden too"
name_zh = "连对角线也遮住了"
question = "May a token look at itself? Where does the mask begin?"
question_zh = "一个词元可以看到自己吗？掩码从哪里开始？"
"""

def causal_attention_weights(attn_scores, d_k):
    future = torch.triu(torch.ones_like(attn_scores)).bool()
    masked = attn_scores.masked_fill(future, -torch.inf)
    return torch.softmax(masked / d_k ** 0.5, dim=-1)
