"""
name = "scores divided by their sum in place of softmax"
name_zh = "用除以总和代替了 softmax"
question = "What is done to each score before they are divided by their sum?"
question_zh = "在除以总和之前，每个分数先要经过什么运算？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    scores = inputs @ query
    weights = scores / scores.sum()
    return weights @ inputs
