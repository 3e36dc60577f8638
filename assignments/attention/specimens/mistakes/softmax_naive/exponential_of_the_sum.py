"""
name = "exponentials divided by the exponential of the sum"
name_zh = "指数除以了“和的指数”"
question = "Which comes first in the denominator, the exponential or the sum?"
question_zh = "分母里先算指数，还是先求和？"
"""

def softmax_naive(x):
    return torch.exp(x) / torch.exp(x.sum())
