"""
name = "weights without the context vectors"
name_zh = "只返回了权重"
question = "What are the weights used for, and where does that result go?"
question_zh = "得到权重之后还要算什么？应当返回哪些值？"
"""

def simple_self_attention(inputs):
    attn_weights = torch.softmax(inputs @ inputs.T, dim=-1)
    context_vecs = attn_weights @ inputs
    return attn_weights
