"""
name = "a sum that keeps its last term only"
name_zh = "求和只留下了最后一项"
question = "What happens to the earlier terms when the loop reaches the next token?"
question_zh = "循环到下一个词元时，前面的项去了哪里？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    weights = torch.softmax(inputs @ query, dim=0)
    context = torch.zeros(query.shape)
    for i, x_i in enumerate(inputs):
        context = weights[i] * x_i
    return context
