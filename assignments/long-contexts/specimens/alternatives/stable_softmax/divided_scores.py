"""
form = "one over the sum of differences"
"""

def stable_softmax(x):
    most = x.amax(-1).unsqueeze(-1)
    shares = torch.exp(x - most)
    return shares * shares.sum(-1).reciprocal()[..., None]
