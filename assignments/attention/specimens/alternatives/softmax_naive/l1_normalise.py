"""
form = "exponentials normalised by their L1 norm"
"""

from torch.nn.functional import normalize


def softmax_naive(x):
    return normalize(torch.exp(x - x.max()), p=1, dim=0)
