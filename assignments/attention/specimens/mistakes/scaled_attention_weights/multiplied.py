"""
name = "scores multiplied by the root"
name_zh = "分数乘以了平方根"
question = "Are the scores made smaller, or larger?"
question_zh = "分数是被缩小了，还是被放大了？"
"""

def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    attn_scores = query @ keys.T
    return torch.softmax(attn_scores * d_k ** 0.5, dim=-1)
