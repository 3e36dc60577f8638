"""
form = "softmax of masked logarithms"
"""

def renormalized_causal_weights(attn_weights):
    logarithms = torch.log(attn_weights)
    hidden = torch.triu(torch.ones(attn_weights.shape), diagonal=1).bool()
    return torch.softmax(logarithms.masked_fill(hidden, -torch.inf), dim=-1)
