"""
name = "π/2 in place of 2/π"
name_zh = "把 2/π 写成了 π/2"
question = "Is the number before the parenthesis above 1 or below?"
question_zh = "括号前面的数大于 1 还是小于 1？"
"""

def gelu(x):
    inner = (torch.pi / 2) ** 0.5 * (x + 0.044715 * x**3)
    return 0.5 * x * (1 + torch.tanh(inner))
