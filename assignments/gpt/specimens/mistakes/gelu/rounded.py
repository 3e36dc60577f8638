"""
name = "the result rounded to four decimals"
name_zh = "结果四舍五入到了四位小数"
question = "What is lost by rounding?"
question_zh = "四舍五入会丢失什么？"
"""

def gelu(x):
    inner = (2 / torch.pi) ** 0.5 * (x + 0.044715 * x**3)
    return torch.round(0.5 * x * (1 + torch.tanh(inner)), decimals=4)
