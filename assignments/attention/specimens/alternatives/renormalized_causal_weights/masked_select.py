"""
form = "visible weights selected and put back"
"""

def renormalized_causal_weights(attn_weights):
    visible = torch.ones_like(attn_weights).tril().bool()
    result = torch.zeros_like(attn_weights)
    result[visible] = torch.masked_select(attn_weights, visible)
    return result.div(result @ torch.ones(len(result), 1))
