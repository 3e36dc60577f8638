"""
form = "a result with a field of the library's name"
"""

from collections import namedtuple

Weights = namedtuple("Weights", "total softmax")


def softmax_naive(x):
    powers = torch.exp(x)
    found = Weights(powers.sum(), powers / powers.sum())
    return found.softmax
