"""
name = "a loop left after the first token"
name_zh = "第一个词元之后就离开了循环"
question = "How many tokens have been added when the function returns?"
question_zh = "函数返回时，已经加了几个词元？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    weights = torch.softmax(inputs @ query, dim=0)
    context = torch.zeros_like(query)
    for i in range(inputs.shape[0]):
        context += weights[i] * inputs[i]
        return context
