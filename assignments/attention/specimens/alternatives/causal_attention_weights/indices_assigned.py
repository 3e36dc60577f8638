"""
form = "-inf written at triu_indices of a clone"
"""

def causal_attention_weights(attn_scores, d_k):
    scores = attn_scores.clone()
    above = torch.triu_indices(*scores.shape, offset=1)
    scores[above[0], above[1]] = -torch.inf
    return (scores / pow(d_k, 0.5)).log_softmax(dim=-1).exp()
