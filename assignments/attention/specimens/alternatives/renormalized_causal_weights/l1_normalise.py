"""
form = "F.normalize with p=1 on a masked copy"
"""

import torch.nn.functional as F


def renormalized_causal_weights(attn_weights):
    hidden = torch.ones_like(attn_weights, dtype=torch.bool).triu(1)
    return F.normalize(attn_weights.masked_fill(hidden, 0.0), p=1, dim=1, eps=1e-38)
