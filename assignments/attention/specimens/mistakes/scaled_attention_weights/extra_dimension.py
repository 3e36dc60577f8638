"""
name = "weights with an extra dimension"
name_zh = "权重多了一个维度"
question = "How many dimensions has one row of weights?"
question_zh = "一行权重有几个维度？"
"""

def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    attn_scores = query.unsqueeze(0) @ keys.T
    return torch.softmax(attn_scores / d_k ** 0.5, dim=-1)
