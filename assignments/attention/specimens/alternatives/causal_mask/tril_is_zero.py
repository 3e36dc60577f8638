"""
form = "where the lower triangle is zero"
"""

def causal_mask(num_tokens):
    return torch.tril(torch.ones(num_tokens, num_tokens)) == 0
