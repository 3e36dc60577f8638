"""
name = "argument overwritten in place"
name_zh = "就地改写了传入的参数"
question = "What does the caller find in x after the call?"
question_zh = "调用结束后，调用者手里的 x 变成了什么？"
"""

def softmax_naive(x):
    x -= x.max()
    x.exp_()
    return x / x.sum()
