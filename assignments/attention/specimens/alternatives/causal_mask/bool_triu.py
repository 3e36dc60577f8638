"""
form = "bool triu"
"""

def causal_mask(num_tokens):
    return torch.ones(num_tokens, num_tokens, dtype=torch.bool).triu(diagonal=1)
