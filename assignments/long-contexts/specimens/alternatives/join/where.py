"""
form = "the difference, and which is the higher"
"""

def join(first, second):
    higher = first[0] > second[0]
    largest = torch.where(higher, first[0], second[0])
    factor = torch.exp(torch.where(higher, second[0], first[0]) - largest)
    one, other = torch.where(higher, 1.0, factor), torch.where(higher, factor, 1.0)
    return largest, one * first[1] + other * second[1], one * first[2] + other * second[2]
