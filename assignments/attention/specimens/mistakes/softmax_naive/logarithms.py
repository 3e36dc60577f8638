"""
name = "logarithms of the weights"
name_zh = "返回了权重的对数"
question = "Can a weight be negative?"
question_zh = "权重可以是负数吗？"
"""

def softmax_naive(x):
    return x - torch.log(torch.exp(x).sum())
