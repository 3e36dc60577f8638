"""
name = "scores returned in place of weights"
name_zh = "返回了分数而不是权重"
question = "Which of your two matrices has rows that add up to 1?"
question_zh = "你的两个矩阵里，哪一个每行的和是 1？"
"""

def simple_self_attention(inputs):
    attn_scores = inputs @ inputs.T
    attn_weights = torch.softmax(attn_scores, dim=-1)
    context_vecs = attn_weights @ inputs
    return attn_scores, context_vecs
