"""
name = "the pair in the wrong order"
name_zh = "返回的两个结果顺序颠倒"
question = "In which order is the pair returned?"
question_zh = "返回的两个结果是什么顺序？"
"""

def simple_self_attention(inputs):
    attn_weights = torch.softmax(inputs @ inputs.T, dim=-1)
    context_vecs = attn_weights @ inputs
    return context_vecs, attn_weights
