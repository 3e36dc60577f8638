"""
name = "the half is missing"
name_zh = "少乘了二分之一"
question = "What is your gelu(1): 0.8412 or twice that?"
question_zh = "你的 gelu(1) 是 0.8412 还是它的两倍？"
"""

def gelu(x):
    inner = (2 / torch.pi) ** 0.5 * (x + 0.044715 * x**3)
    return x * (1 + torch.tanh(inner))
