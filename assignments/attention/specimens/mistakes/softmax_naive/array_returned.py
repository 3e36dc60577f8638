"""
name = "a NumPy array is returned, no tensor"
name_zh = "返回的是 NumPy 数组，而不是张量"
question = "Of which type is what you return, and of which is what came in?"
question_zh = "返回值是什么类型？传入的又是什么类型？"
"""

import numpy as np


def softmax_naive(x):
    values = np.exp(x.numpy())
    return values / values.sum()
