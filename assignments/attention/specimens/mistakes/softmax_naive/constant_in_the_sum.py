"""
name = "a constant added to the sum"
name_zh = "在总和上加了一个常数"
question = "Add up the weights that come out: how far is the sum from 1?"
question_zh = "把得到的权重加起来：总和与 1 差多少？"
"""

def softmax_naive(x):
    e = torch.exp(x - x.max())
    return e / (e.sum(dim=0) + 1e-3)
