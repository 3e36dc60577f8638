"""
form = "sum over dim 0, divided with torch.div"
"""

def softmax_naive(x):
    numerator = x.exp()
    denominator = torch.sum(numerator, dim=0)
    return torch.div(numerator, denominator)
