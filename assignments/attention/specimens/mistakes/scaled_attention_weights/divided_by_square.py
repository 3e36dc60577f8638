"""
name = "division by the square of the width"
name_zh = "除以了宽度的平方"
question = "Is the divisor larger or smaller than the width of a key?"
question_zh = "除数比键的宽度大，还是比它小？"
"""

def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    attn_scores = query @ keys.T
    return torch.softmax(attn_scores / d_k ** 2, dim=-1)
