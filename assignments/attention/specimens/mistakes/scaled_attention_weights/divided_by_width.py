"""
name = "division by the width, without the root"
name_zh = "除以了宽度本身，没有开平方"
question = "Are the scores divided by the width of a key, or by something made from it?"
question_zh = "分数是除以键的宽度本身，还是除以由它算出的某个数？"
"""

def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    attn_scores = query @ keys.T
    return torch.softmax(attn_scores / d_k, dim=-1)
