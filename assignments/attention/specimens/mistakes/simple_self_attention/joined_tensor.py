"""
name = "one joined tensor in place of the pair"
name_zh = "把两个结果拼成了一个张量"
question = "Can the caller tell where the weights end?"
question_zh = "调用者能看出权重到哪里为止吗？"
"""

def simple_self_attention(inputs):
    attn_weights = torch.softmax(inputs @ inputs.T, dim=-1)
    context_vecs = attn_weights @ inputs
    return torch.cat([attn_weights, context_vecs], dim=1)
