"""
form = "multiplied by a float mask of tril"
"""

def renormalized_causal_weights(attn_weights):
    context_length = attn_weights.shape[0]
    mask_simple = torch.tril(torch.ones(context_length, context_length))
    masked_simple = attn_weights * mask_simple
    row_sums = masked_simple.sum(dim=1)
    return masked_simple / row_sums[:, None]
