"""
form = "stable exponentials times a triangle, divided by their sums"
"""

def causal_attention_weights(attn_scores, d_k):
    hidden = causal_mask(attn_scores.shape[-1]).bool()
    largest = attn_scores.masked_fill(hidden, -torch.inf).amax(dim=-1, keepdim=True)
    powers = torch.exp((attn_scores - largest).masked_fill(hidden, -torch.inf) / d_k**0.5)
    return powers / powers.sum(dim=-1, keepdim=True)
