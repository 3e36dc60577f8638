"""
name = "an element-wise product in place of the weighted sum"
name_zh = "用逐元素乘积代替了加权和"
question = "What does * do with two matrices, and which shapes does it accept?"
question_zh = "* 对两个矩阵做什么运算？它接受怎样的形状？"
"""

def simple_self_attention(inputs):
    attn_scores = inputs @ inputs.T
    attn_weights = torch.softmax(attn_scores, dim=-1)
    context_vecs = attn_weights * inputs
    return attn_weights, context_vecs
