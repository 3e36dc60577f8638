"""
name = "a sum that leaves the first score out"
name_zh = "求和漏掉了第一个分数"
question = "At which index does your sum begin?"
question_zh = "你的求和从哪个下标开始？"
"""

def softmax_naive(x):
    exponentials = torch.exp(x)
    return exponentials / exponentials[1:].sum()
