"""
form = "forbidden names in comments, a docstring and a string"
"""

def softmax_naive(x):
    """Same numbers as torch.softmax(x, dim=0), F.softmax(x, dim=0) and nn.Softmax(dim=0)(x).

    torch.logsumexp would give the logarithm of the denominator.
    """
    # not allowed here: return F.softmax(x, dim=0)
    # not allowed here either: x.log_softmax(0).exp(), torch.special.softmax(x, 0)
    note = "see also torch.nn.functional.softmin"
    del note
    return torch.exp(x) / torch.exp(x).sum()
