"""
name = "a context vector with an extra dimension"
name_zh = "上下文向量多了一个维度"
question = "What shape has a row that was taken with a slice?"
question_zh = "用切片取出的一行是什么形状？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index:query_index + 1]
    attn_weights = torch.softmax(query @ inputs.T, dim=-1)
    return attn_weights @ inputs
