"""
name = "the approximation with a sigmoid"
name_zh = "用了带 sigmoid 的近似式"
question = "Which function does the approximation of the text use?"
question_zh = "题目的近似式用的是哪个函数？"
"""

def gelu(x):
    return x * torch.sigmoid(1.702 * x)
