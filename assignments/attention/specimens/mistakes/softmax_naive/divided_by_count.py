"""
name = "exponentials divided by how many there are"
name_zh = "指数除以了分数的个数"
question = "What do your weights add up to, and by which number must all be divided for a sum of 1?"
question_zh = "你的权重加起来是多少？要让总和为 1，所有的数都应该除以哪个数？"
"""

def softmax_naive(x):
    return torch.exp(x) / len(x)
