"""
form = "one matrix product"
"""

def centred(x):
    n = x.shape[-1]
    return x @ (torch.eye(n) - torch.full((n, n), 1 / n))
