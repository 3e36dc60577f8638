"""
name = "argument overwritten in place"
name_zh = "就地改写了传入的参数"
question = "Which operation writes into the argument instead of making a new tensor?"
question_zh = "哪个运算写进了参数本身，而没有生成新的张量？"
"""

def simple_self_attention(inputs):
    attn_weights = torch.softmax(inputs @ inputs.T, dim=-1)
    inputs[:] = attn_weights @ inputs
    return attn_weights, inputs
