"""
name = "the constant is ten times too large"
name_zh = "常数大了十倍"
question = "How many zeros follow the point in 0.044715?"
question_zh = "0.044715 的小数点后有几个零？"
"""

def gelu(x):
    inner = (2 / torch.pi) ** 0.5 * (x + 0.44715 * x**3)
    return 0.5 * x * (1 + torch.tanh(inner))
