"""
form = "a loop over the rows"
"""

def centred(x):
    return torch.stack([row - sum(row) / len(row) for row in x])
