"""
form = "names for all six"
"""

def join(first, second):
    m1, l1, a1 = first
    m2, l2, a2 = second
    m = torch.maximum(m1, m2)
    c1, c2 = (m1 - m).exp(), (m2 - m).exp()
    return m, l1 * c1 + l2 * c2, a1 * c1 + a2 * c2
