"""
form = "a list, and a loop over the halves"
"""

def join(first, second):
    largest = torch.cat([first[0], second[0]], dim=1).max(dim=1, keepdim=True).values
    result = [largest, torch.zeros_like(first[1]), torch.zeros_like(first[2])]
    for high, total, weighted in (first, second):
        factor = torch.exp(high - largest)
        result[1] = result[1] + factor * total
        result[2] = result[2] + factor * weighted
    return result
