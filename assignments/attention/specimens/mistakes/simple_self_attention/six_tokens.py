"""
name = "a score matrix for exactly six tokens"
name_zh = "分数矩阵固定为六个词元"
question = "How many tokens will the next caller pass?"
question_zh = "下一次调用会传入多少个词元？"
"""

def simple_self_attention(inputs):
    attn_scores = torch.empty(6, 6)
    for i, x_i in enumerate(inputs):
        for j, x_j in enumerate(inputs):
            attn_scores[i, j] = torch.dot(x_i, x_j)
    attn_weights = torch.softmax(attn_scores, dim=-1)
    context_vecs = attn_weights @ inputs
    return attn_weights, context_vecs
