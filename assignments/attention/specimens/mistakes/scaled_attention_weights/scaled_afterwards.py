"""
name = "division after the softmax"
name_zh = "在 softmax 之后才做除法"
question = "Does the division come before the softmax, or after it?"
question_zh = "除法是在 softmax 之前，还是之后？"
"""

def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    attn_scores = query @ keys.T
    return torch.softmax(attn_scores, dim=-1) / d_k ** 0.5
