"""
name = "a sum over a dimension that is not there"
name_zh = "沿不存在的维度求和"
question = "How many dimensions does x have, and how are they counted?"
question_zh = "x 有几个维度？维度从几开始数？"
"""

def softmax_naive(x):
    return torch.exp(x) / torch.exp(x).sum(dim=1)
