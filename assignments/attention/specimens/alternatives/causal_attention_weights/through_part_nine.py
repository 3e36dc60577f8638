"""
form = "softmax first, then the weights renormalised by the part before"
"""

def causal_attention_weights(attn_scores, d_k):
    return renormalized_causal_weights(torch.softmax(attn_scores / d_k**0.5, dim=-1))
