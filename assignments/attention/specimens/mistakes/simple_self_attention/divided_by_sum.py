"""
name = "scores divided by their sum in place of softmax"
name_zh = "用除以总和代替了 softmax"
question = "What is done to each score before they are divided by their sum?"
question_zh = "在除以总和之前，每个分数先要经过什么运算？"
"""

def simple_self_attention(inputs):
    attn_scores = inputs @ inputs.T
    attn_weights = attn_scores / attn_scores.sum(dim=-1, keepdim=True)
    return attn_weights, attn_weights @ inputs
