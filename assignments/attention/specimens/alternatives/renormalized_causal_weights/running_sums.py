"""
form = "row sums read off the diagonal of running sums"
"""

def renormalized_causal_weights(attn_weights):
    sums = attn_weights.cumsum(dim=1).diagonal()
    return torch.where(causal_mask(len(sums)) != 0, 0.0, attn_weights / sums.unsqueeze(1))
