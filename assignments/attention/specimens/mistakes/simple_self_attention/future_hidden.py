"""
name = "a causal mask where none is asked for"
name_zh = "多加了因果掩码"
question = "Is anything hidden from a token in this part?"
question_zh = "在这一部分里，有什么要对词元遮住吗？"
"""

def simple_self_attention(inputs):
    attn_scores = inputs @ inputs.T
    mask = torch.triu(torch.ones_like(attn_scores), diagonal=1).bool()
    attn_scores = attn_scores.masked_fill(mask, -torch.inf)
    attn_weights = torch.softmax(attn_scores, dim=-1)
    return attn_weights, attn_weights @ inputs
