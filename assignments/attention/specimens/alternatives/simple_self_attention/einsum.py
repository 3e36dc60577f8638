"""
form = "einsum for both products"
"""

import torch.nn.functional as F


def simple_self_attention(inputs):
    scores = torch.einsum("id,jd->ij", inputs, inputs)
    weights = F.softmax(scores, dim=-1)
    return weights, torch.einsum("ij,jd->id", weights, inputs)
