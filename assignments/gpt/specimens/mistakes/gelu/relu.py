"""
name = "ReLU in place of GELU"
name_zh = "用了 ReLU 而不是 GELU"
question = "What is gelu(-1), and what is your value?"
question_zh = "gelu(−1) 是多少？你的值是多少？"
"""

def gelu(x):
    return torch.relu(x)
