"""
form = "by the logarithm of the sum"
"""

def stable_softmax(x):
    most = torch.max(x, dim=-1, keepdim=True).values
    log = most + torch.log(torch.sum(torch.exp(x - most), dim=-1, keepdim=True))
    return torch.exp(x - log)
