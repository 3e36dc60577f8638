"""
name = "scaled scores without a softmax"
name_zh = "只有缩放后的分数，没有 softmax"
question = "What do the returned numbers add up to?"
question_zh = "返回的这些数加起来是多少？"
"""

def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    attn_scores = query @ keys.T
    return attn_scores / d_k ** 0.5
