"""
name = "weights transposed in the weighted sum"
name_zh = "加权求和时把权重转置了"
question = "Which index of the weights belongs to the token that is asking?"
question_zh = "权重的哪一个下标属于发出查询的词元？"
"""

def simple_self_attention(inputs):
    attn_scores = inputs @ inputs.T
    attn_weights = torch.softmax(attn_scores, dim=-1)
    context_vecs = attn_weights.T @ inputs
    return attn_weights, context_vecs
