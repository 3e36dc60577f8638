"""
form = "math.exp over a list, a new tensor from the result"
"""

from math import exp


def softmax_naive(x):
    scores = x.tolist()
    top = max(scores)
    exponentials = [exp(score - top) for score in scores]
    total = sum(exponentials)
    return torch.tensor([value / total for value in exponentials])
