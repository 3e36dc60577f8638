"""
name = "exponentials that overflow"
name_zh = "指数溢出"
question = "What is e to the 90 in float32, and what is inf divided by inf?"
question_zh = "float32 里 e 的 90 次方是多少？inf 除以 inf 是多少？"
"""

def gelu(x):
    inner = (2 / torch.pi) ** 0.5 * (x + 0.044715 * x**3)
    up, down = torch.exp(inner), torch.exp(-inner)
    return 0.5 * x * (1 + (up - down) / (up + down))
