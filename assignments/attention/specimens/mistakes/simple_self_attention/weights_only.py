"""
name = "weights without the context vectors"
name_zh = "只返回了权重"
question = "What are the weights used for, and where does that result go?"
question_zh = "权重用来做什么？那个结果去了哪里？"
"""

def simple_self_attention(inputs):
    attn_weights = torch.softmax(inputs @ inputs.T, dim=-1)
    context_vecs = attn_weights @ inputs
    return attn_weights
