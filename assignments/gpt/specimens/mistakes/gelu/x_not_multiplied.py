"""
name = "the factor x is missing"
name_zh = "缺少因子 x"
question = "What should come of a large x: 1 or x?"
question_zh = "x 很大时应得到 1 还是 x？"
"""

def gelu(x):
    inner = (2 / torch.pi) ** 0.5 * (x + 0.044715 * x**3)
    return 0.5 * (1 + torch.tanh(inner))
