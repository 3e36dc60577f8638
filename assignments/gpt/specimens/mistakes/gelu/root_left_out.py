"""
name = "2/π without the root"
name_zh = "2/π 没有开方"
question = "Is 0.6366 or 0.7979 multiplied?"
question_zh = "乘的是 0.6366 还是 0.7979？"
"""

def gelu(x):
    inner = 2 / torch.pi * (x + 0.044715 * x**3)
    return 0.5 * x * (1 + torch.tanh(inner))
