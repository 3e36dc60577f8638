"""
name = "an extra dimension around the weights"
name_zh = "权重外面多了一个维度"
question = "How many dimensions did the scores have, and how many has the answer?"
question_zh = "分数有几个维度？答案有几个维度？"
"""

def softmax_naive(x):
    x = x.unsqueeze(0)
    return torch.exp(x) / torch.exp(x).sum(dim=1, keepdim=True)
