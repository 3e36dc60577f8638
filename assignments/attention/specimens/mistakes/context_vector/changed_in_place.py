"""
name = "argument overwritten in place"
name_zh = "就地改写了传入的参数"
question = "Which operation writes into the argument instead of making a new tensor?"
question_zh = "哪个运算写进了参数本身，而没有生成新的张量？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index].clone()
    attn_weights = torch.softmax(inputs @ query, dim=0)
    inputs *= attn_weights.unsqueeze(1)
    return inputs.sum(dim=0)
