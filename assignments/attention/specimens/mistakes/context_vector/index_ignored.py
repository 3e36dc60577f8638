"""
name = "query_index ignored"
name_zh = "没有使用 query_index"
question = "Which token is the query when another index is passed?"
question_zh = "传入另一个下标时，查询是哪一个词元？"
"""

def context_vector(inputs, query_index):
    query = inputs[1]
    scores = inputs @ query
    weights = torch.softmax(scores, dim=0)
    return weights @ inputs
