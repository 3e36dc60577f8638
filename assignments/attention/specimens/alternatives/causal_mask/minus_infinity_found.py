"""
form = "where a matrix of -inf above the diagonal is infinite"
"""

def causal_mask(num_tokens):
    additive = torch.triu(torch.full((num_tokens, num_tokens), float("-inf")), diagonal=1)
    return torch.isinf(additive).to(torch.long)
