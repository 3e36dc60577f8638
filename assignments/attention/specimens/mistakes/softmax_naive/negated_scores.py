"""
name = "exponentials of the negated scores"
name_zh = "对取负后的分数取了指数"
question = "Should a larger score get a larger weight?"
question_zh = "分数越大，权重应当越大吗？"
"""

def softmax_naive(x):
    exps = torch.exp(-x)
    return exps / exps.sum()
