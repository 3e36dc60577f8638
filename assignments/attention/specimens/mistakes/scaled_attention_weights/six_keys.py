"""
name = "a loop over exactly six keys"
name_zh = "循环固定为六个键"
question = "How many keys will the next caller pass?"
question_zh = "下一次调用会传入多少个键？"
"""

def scaled_attention_weights(query, keys):
    attn_scores = torch.zeros(6)
    for i in range(6):
        attn_scores[i] = query.dot(keys[i]) / keys.shape[1] ** 0.5
    return torch.softmax(attn_scores, dim=-1)
