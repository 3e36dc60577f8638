"""
form = "the halves stacked"
"""

def join(first, second):
    highs = torch.stack([first[0], second[0]])
    largest = highs.amax(dim=0)
    factors = torch.exp(highs - largest)
    total = (factors * torch.stack([first[1], second[1]])).sum(dim=0)
    weighted = (factors * torch.stack([first[2], second[2]])).sum(dim=0)
    return largest, total, weighted
