"""
name = "the cube is subtracted"
name_zh = "减去了立方项"
question = "Which sign stands before the cube?"
question_zh = "立方项前面是什么符号？"
"""

def gelu(x):
    inner = (2 / torch.pi) ** 0.5 * (x - 0.044715 * x**3)
    return 0.5 * x * (1 + torch.tanh(inner))
