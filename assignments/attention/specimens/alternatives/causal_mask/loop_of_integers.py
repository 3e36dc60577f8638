"""
form = "an integer mask filled by a loop"
"""

def causal_mask(num_tokens):
    mask = torch.zeros((num_tokens, num_tokens), dtype=torch.int)
    for i in range(num_tokens):
        for j in range(i + 1, num_tokens):
            mask[i][j] = 1
    return mask
