"""
name = "division by the largest exponential"
name_zh = "除以了最大的指数值"
question = "Which single number makes exponentials add up to 1 when all are divided by it?"
question_zh = "所有指数值都除以哪一个数，加起来才是 1？"
"""

def softmax_naive(x):
    exps = torch.exp(x)
    return exps / exps.max()
