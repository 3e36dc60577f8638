"""
name = "exponentials that are never divided"
name_zh = "只取了指数，没有做除法"
question = "What do the returned numbers add up to?"
question_zh = "返回的这些数加起来是多少？"
"""

def softmax_naive(x):
    return torch.exp(x)
