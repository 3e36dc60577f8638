"""
name = "a dictionary in place of the pair"
name_zh = "返回了字典而不是一对结果"
question = "Can the caller unpack the result into two names?"
question_zh = "调用者能把结果拆成两个名字吗？"
"""

def simple_self_attention(inputs):
    attn_weights = torch.softmax(inputs @ inputs.T, dim=-1)
    context_vecs = attn_weights @ inputs
    return {"attn_weights": attn_weights, "context_vecs": context_vecs}
