"""
name = "a result that is printed, not returned"
name_zh = "只打印了结果，没有返回"
question = "What does the caller receive?"
question_zh = "调用者得到了什么？"
"""

def softmax_naive(x):
    weights = torch.exp(x) / torch.exp(x).sum()
    print(weights)
