"""
name = "exponentials divided by their mean"
name_zh = "指数除以了它们的平均值"
question = "What do your weights add up to?"
question_zh = "你的权重加起来是多少？"
"""

def softmax_naive(x):
    exponentials = torch.exp(x)
    return exponentials / exponentials.mean()
