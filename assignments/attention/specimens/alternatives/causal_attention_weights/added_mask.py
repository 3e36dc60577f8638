"""
form = "a float mask of -inf added"
"""

import torch.nn.functional as F


def causal_attention_weights(attn_scores, d_k):
    mask = torch.triu(torch.full(attn_scores.shape, float("-inf")), diagonal=1)
    return F.softmax(attn_scores * d_k**-0.5 + mask, dim=-1)
