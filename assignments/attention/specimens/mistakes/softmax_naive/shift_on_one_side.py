"""
name = "largest score subtracted in the numerator only"
name_zh = "只在分子里减去了最大值"
question = "Where else do the exponentials appear in the formula?"
question_zh = "公式里还有哪一处用到了这些指数值？"
"""

def softmax_naive(x):
    shifted = x - x.max()
    return torch.exp(shifted) / torch.exp(x).sum()
