"""
name = "tokens kept from attending to themselves"
name_zh = "不让词元关注自己"
question = "May a token attend to itself?"
question_zh = "一个词元可以关注自己吗？"
"""

def simple_self_attention(inputs):
    attn_scores = inputs @ inputs.T
    attn_scores.fill_diagonal_(-torch.inf)
    attn_weights = torch.softmax(attn_scores, dim=-1)
    return attn_weights, attn_weights @ inputs
