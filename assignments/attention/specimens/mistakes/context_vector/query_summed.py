"""
name = "the query summed in place of the inputs"
name_zh = "加权求和的是查询而不是输入"
question = "Which vector does each weight belong to?"
question_zh = "每个权重对应的是哪一个向量？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    weights = torch.softmax(inputs @ query, dim=0)
    context = torch.zeros_like(query)
    for i in range(inputs.shape[0]):
        context += weights[i] * query
    return context
