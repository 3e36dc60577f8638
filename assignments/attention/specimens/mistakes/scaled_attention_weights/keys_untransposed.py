"""
name = "keys not transposed"
name_zh = "键没有转置"
question = "Which two dimensions meet in this product, and are they equal?"
question_zh = "这个乘积里相遇的是哪两个维度？它们相等吗？"
"""

def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    attn_scores = query @ keys
    return torch.softmax(attn_scores / d_k ** 0.5, dim=-1)
