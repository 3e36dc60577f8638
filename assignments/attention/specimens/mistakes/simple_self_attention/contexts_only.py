"""
name = "context vectors returned without the weights"
name_zh = "只返回了上下文向量"
question = "How many things does the caller expect?"
question_zh = "调用者期待返回几样东西？"
"""

def simple_self_attention(inputs):
    attn_weights = torch.softmax(inputs @ inputs.T, dim=-1)
    return attn_weights @ inputs
