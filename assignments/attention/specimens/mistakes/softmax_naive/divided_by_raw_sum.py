"""
name = "exponentials divided by the sum of the raw scores"
name_zh = "指数值除以了原始分数之和"
question = "Does the divisor add up the same numbers that stand in the numerator?"
question_zh = "除数里相加的数，和分子里的是同一种数吗？"
"""

def softmax_naive(x):
    return torch.exp(x) / x.sum()
