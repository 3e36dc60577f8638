"""
name = "scores divided by their sum, without an exponential"
name_zh = "没有取指数，只除以分数之和"
question = "What is done to each score before they are divided by their sum?"
question_zh = "在除以总和之前，每个分数先要经过什么运算？"
"""

def softmax_naive(x):
    return x / x.sum()
