"""
name = "softmax taken after the weighted sum"
name_zh = "求和之后才做 softmax"
question = "Which numbers should add up to 1: the weights, or the context vector?"
question_zh = "哪些数加起来应当是 1：权重，还是上下文向量？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    attn_scores = inputs @ query
    context = attn_scores @ inputs
    return torch.softmax(context, dim=0)
