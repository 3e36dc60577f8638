"""
form = "lower triangle divided by kept row sums"
"""

def renormalized_causal_weights(attn_weights):
    lower = torch.tril(attn_weights)
    return lower / lower.sum(dim=-1, keepdim=True)
