"""
form = "x taken out of the parenthesis"
"""

def gelu(x):
    inner = 0.7978845608028654 * x * (1 + 0.044715 * x * x)
    return 0.5 * x * (1.0 + inner.tanh())
