"""
name = "raw scores used as weights"
name_zh = "直接把分数当作权重"
question = "What turns the scores into weights before the sum is taken?"
question_zh = "求加权和之前，分数要怎样变成权重？"
"""

def simple_self_attention(inputs):
    attn_scores = inputs @ inputs.T
    context_vecs = attn_scores @ inputs
    return attn_scores, context_vecs
