"""
name = "dimensions of size one dropped"
name_zh = "大小为 1 的维度被去掉"
question = "What shape does your result have when there is only one token?"
question_zh = "只有一个词元时，你的结果是什么形状？"
"""


def context_vector(inputs, query_index):
    scores = torch.matmul(inputs, inputs[query_index].unsqueeze(1)).squeeze()
    weights = torch.softmax(scores, dim=0)
    return torch.matmul(weights, inputs)
