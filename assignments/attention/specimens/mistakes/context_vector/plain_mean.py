"""
name = "the mean of all tokens in place of a weighted sum"
name_zh = "对所有词元取了平均，没有加权求和"
question = "Does every token really count the same?"
question_zh = "每个词元的权重真的都一样吗？"
"""

def context_vector(inputs, query_index):
    scores = inputs @ inputs[query_index]
    weights = torch.softmax(scores, dim=0)
    return torch.mean(inputs, dim=0)
