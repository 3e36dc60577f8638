"""
name = "a Python list in place of a tensor"
name_zh = "返回了 Python 列表而不是张量"
question = "Of what type is the value that is returned?"
question_zh = "返回的值是什么类型？"
"""

import math


def softmax_naive(x):
    exps = [math.exp(score) for score in x]
    return [value / sum(exps) for value in exps]
