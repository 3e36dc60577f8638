"""
name = "the exact GELU in place of the approximation"
name_zh = "用了精确的 GELU 而不是近似式"
question = "Which of the two formulas was GPT-2 trained with?"
question_zh = "GPT-2 训练时用的是哪个公式？"
"""

def gelu(x):
    return 0.5 * x * (1 + torch.erf(x / 2**0.5))
