"""
name = "a weighted sum in place of the weights"
name_zh = "返回了加权和而不是权重"
question = "Are these the weights, or something made with them?"
question_zh = "这是权重，还是用权重得到的东西？"
"""

def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    attn_weights = torch.softmax(query @ keys.T / d_k ** 0.5, dim=-1)
    return attn_weights @ keys
