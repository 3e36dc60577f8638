"""
name = "a loop over exactly six scores"
name_zh = "循环固定为六个分数"
question = "How many scores will the next caller pass?"
question_zh = "下一次调用会传入多少个分数？"
"""

def softmax_naive(x):
    total = 0.0
    for i in range(6):
        total += torch.exp(x[i])
    weights = torch.zeros(6)
    for i in range(6):
        weights[i] = torch.exp(x[i]) / total
    return weights
