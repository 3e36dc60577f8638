"""
form = "masked_fill of a bool mask, scaled after the mask"
"""

def causal_attention_weights(attn_scores, d_k):
    num_tokens = attn_scores.shape[0]
    mask = torch.triu(torch.ones(num_tokens, num_tokens), diagonal=1)
    masked = attn_scores.masked_fill(mask.bool(), -torch.inf)
    return torch.softmax(masked / d_k**0.5, dim=1)
