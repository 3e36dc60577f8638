"""
form = "float64, one minus the lower triangle"
"""

def causal_mask(num_tokens):
    ones = torch.ones(num_tokens, num_tokens, dtype=torch.float64)
    return 1 - torch.tril(ones)
