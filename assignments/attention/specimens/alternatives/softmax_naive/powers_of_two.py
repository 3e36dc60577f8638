"""
form = "exponentials as powers of two"
"""

import math


def softmax_naive(x):
    exponents = (x - x.max()) * math.log2(math.e)
    powers = torch.exp2(exponents)
    return powers / powers.sum()
