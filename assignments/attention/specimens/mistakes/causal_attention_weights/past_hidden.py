"""
name = "past hidden in place of the future"
name_zh = "遮住的是过去而不是未来"
question = "Which side of the diagonal is the future?"
question_zh = "对角线的哪一侧是未来？"
"""

def causal_attention_weights(attn_scores, d_k):
    mask = torch.triu(torch.ones_like(attn_scores), diagonal=1).T.bool()
    masked = attn_scores.masked_fill(mask, -torch.inf)
    return torch.softmax(masked / d_k ** 0.5, dim=-1)
