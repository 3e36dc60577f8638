"""
name = "softmax taken from the library"
name_zh = "直接调用库里的 softmax"
question = "Which operations make up a softmax when the library's own may not be called?"
question_zh = "不能调用库里的 softmax 时，它由哪些运算组成？"
"""

def softmax_naive(x):
    return torch.exp(torch.log_softmax(x, dim=0))
