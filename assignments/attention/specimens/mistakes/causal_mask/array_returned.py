"""
name = "a NumPy array is returned, no tensor"
name_zh = "返回的是 NumPy 数组，而不是张量"
question = "Of which type is what you return, and which type has a mask for scores that are tensors?"
question_zh = "返回值是什么类型？分数是张量时，掩码应该是什么类型？"
"""

import numpy as np


def causal_mask(num_tokens):
    return np.triu(np.ones((num_tokens, num_tokens)), k=1)
