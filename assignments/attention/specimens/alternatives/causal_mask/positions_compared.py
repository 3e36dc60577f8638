"""
form = "positions compared by broadcasting"
"""

def causal_mask(num_tokens):
    position = torch.arange(num_tokens)
    return position[None, :] > position[:, None]
