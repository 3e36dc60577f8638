"""
name = "the 1 is missing"
name_zh = "缺少 1"
question = "What comes of a large negative number?"
question_zh = "很大的负数会得到什么？"
"""

def gelu(x):
    inner = (2 / torch.pi) ** 0.5 * (x + 0.044715 * x**3)
    return 0.5 * x * torch.tanh(inner)
