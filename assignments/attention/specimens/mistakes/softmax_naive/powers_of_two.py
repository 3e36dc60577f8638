"""
name = "powers of two in place of exponentials"
name_zh = "用 2 的幂代替了指数函数"
question = "Which number is raised to the power of a score?"
question_zh = "以分数为指数时，底数是哪个数？"
"""

def softmax_naive(x):
    powers = 2 ** x
    return powers / powers.sum()
