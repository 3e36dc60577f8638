"""
form = "triu_indices set to True"
"""

def causal_mask(num_tokens):
    mask = torch.full((num_tokens, num_tokens), False)
    rows, columns = torch.triu_indices(num_tokens, num_tokens, offset=1)
    mask[rows, columns] = True
    return mask
