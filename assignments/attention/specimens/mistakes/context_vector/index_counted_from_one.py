"""
name = "query_index counted from one"
name_zh = "把 query_index 当作从 1 数起"
question = "At which number does Python begin to count the tokens?"
question_zh = "Python 从几开始给词元编号？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index - 1]
    scores = inputs @ query
    weights = torch.softmax(scores, dim=0)
    return weights @ inputs
