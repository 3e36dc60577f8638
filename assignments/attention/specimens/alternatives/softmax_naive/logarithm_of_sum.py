"""
form = "logarithm of the sum subtracted in the exponent"
"""

def softmax_naive(x):
    top = x.max()
    log_total = torch.log(torch.sum(torch.exp(x - top))) + top
    return torch.exp(x - log_total)
