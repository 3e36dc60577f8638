"""
name = "the square in place of the cube"
name_zh = "用了平方而不是立方"
question = "Which power of x does the formula have?"
question_zh = "公式里是 x 的几次方？"
"""

def gelu(x):
    inner = (2 / torch.pi) ** 0.5 * (x + 0.044715 * x**2)
    return 0.5 * x * (1 + torch.tanh(inner))
