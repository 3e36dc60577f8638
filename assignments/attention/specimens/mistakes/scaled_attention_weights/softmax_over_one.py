"""
name = "softmax over a dimension of length one"
name_zh = "在长度为 1 的维度上做了 softmax"
question = "How many numbers stand along the dimension that softmax was given?"
question_zh = "softmax 所用的那个维度上有几个数？"
"""

def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    attn_scores = query.unsqueeze(0) @ keys.T
    return torch.softmax(attn_scores / d_k ** 0.5, dim=0).squeeze(0)
