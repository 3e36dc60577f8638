"""
name = "scores scaled where no scale is asked for"
name_zh = "这一部分不需要缩放"
question = "Does this part ask for a division of the scores?"
question_zh = "这一部分要求把分数除以什么吗？"
"""

def simple_self_attention(inputs):
    attn_scores = inputs @ inputs.T
    attn_weights = torch.softmax(attn_scores / inputs.shape[1] ** 0.5, dim=-1)
    return attn_weights, attn_weights @ inputs
