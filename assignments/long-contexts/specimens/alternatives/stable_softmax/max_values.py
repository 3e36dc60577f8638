"""
form = "max with its values"
"""

def stable_softmax(x):
    most, _ = x.max(dim=-1, keepdim=True)
    powers = (x - most).exp()
    return powers / powers.sum(-1, keepdim=True)
