"""
form = "a tiny number in the denominator, against a division by zero"
"""

def softmax_naive(x):
    e = torch.exp(x - x.max())
    return e / (e.sum(dim=0) + 1e-8)
