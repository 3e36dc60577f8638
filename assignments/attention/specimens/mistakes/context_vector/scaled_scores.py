"""
name = "scores scaled where no scale is asked for"
name_zh = "这一部分不需要缩放"
question = "Does this part ask for a division of the scores?"
question_zh = "这一部分要求把分数除以什么吗？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    scores = inputs @ query / inputs.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=0)
    return weights @ inputs
