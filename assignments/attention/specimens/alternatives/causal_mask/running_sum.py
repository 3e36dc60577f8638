"""
form = "running sum of the identity, less the identity"
"""

def causal_mask(num_tokens):
    identity = torch.eye(num_tokens)
    return identity.cumsum(dim=1) - identity
