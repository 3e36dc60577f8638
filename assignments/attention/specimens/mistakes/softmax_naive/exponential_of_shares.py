"""
name = "exponential taken after the division"
name_zh = "先做除法，后取指数"
question = "In which order do the exponential and the division come?"
question_zh = "取指数和做除法，哪一步在前？"
"""

def softmax_naive(x):
    shares = x / torch.sum(x)
    return torch.exp(shares)
