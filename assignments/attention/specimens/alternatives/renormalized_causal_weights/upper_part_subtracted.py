"""
form = "the upper part subtracted, sums by einsum, float64 inside"
"""

def renormalized_causal_weights(attn_weights):
    w = attn_weights.double()
    w = w - torch.triu(w, diagonal=1)
    return torch.einsum("ij,i->ij", w, 1 / torch.einsum("ij->i", w)).to(attn_weights.dtype)
