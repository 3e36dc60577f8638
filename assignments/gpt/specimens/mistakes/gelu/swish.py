"""
name = "SiLU in place of GELU"
name_zh = "用了 SiLU 而不是 GELU"
question = "What is gelu(1) by the text, and by your function?"
question_zh = "按题目 gelu(1) 是多少？你的函数给出多少？"
"""

def gelu(x):
    return x * torch.sigmoid(x)
