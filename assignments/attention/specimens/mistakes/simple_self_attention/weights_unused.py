"""
name = "context vectors made with the scores, not the weights"
name_zh = "用分数而不是权重求了上下文向量"
question = "With which matrix are the inputs summed up?"
question_zh = "对输入求和时，用的是哪个矩阵？"
"""

def simple_self_attention(inputs):
    attn_scores = inputs @ inputs.T
    attn_weights = torch.softmax(attn_scores, dim=-1)
    context_vecs = attn_scores @ inputs
    return attn_weights, context_vecs
