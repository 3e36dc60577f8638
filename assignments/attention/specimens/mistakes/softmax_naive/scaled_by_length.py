"""
name = "scores scaled before the exponential"
name_zh = "取指数之前缩放了分数"
question = "Does this part ask for a division of the scores?"
question_zh = "这一部分要求先把分数除以什么吗？"
"""

def softmax_naive(x):
    scaled = x / x.shape[0] ** 0.5
    exps = torch.exp(scaled)
    return exps / exps.sum()
