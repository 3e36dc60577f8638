"""
name = "the cube is not multiplied by the root"
name_zh = "立方项没有乘以根号"
question = "What do the parentheses of the formula enclose?"
question_zh = "公式的括号里包含什么？"
"""

def gelu(x):
    inner = (2 / torch.pi) ** 0.5 * x + 0.044715 * x**3
    return 0.5 * x * (1 + torch.tanh(inner))
