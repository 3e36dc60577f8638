"""
form = "a copy that is changed in place"
"""

def stable_softmax(x):
    powers = x.clone()
    powers -= powers.max(dim=-1, keepdim=True)[0]
    powers.exp_()
    powers /= powers.sum(dim=-1, keepdim=True)
    return powers
