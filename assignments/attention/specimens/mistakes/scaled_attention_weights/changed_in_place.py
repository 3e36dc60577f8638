"""
name = "argument overwritten in place"
name_zh = "就地改写了传入的参数"
question = "Which operation writes into the argument instead of making a new tensor?"
question_zh = "哪个运算写进了参数本身，而没有生成新的张量？"
"""

def scaled_attention_weights(query, keys):
    query /= keys.shape[-1] ** 0.5
    return torch.softmax(query @ keys.T, dim=-1)
