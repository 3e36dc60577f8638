"""
form = "a lambda assigned to the name"
"""

softmax_naive = lambda x: torch.exp(x) / torch.exp(x).sum()
