"""
form = "broadcast products and sums"
"""

import torch.nn.functional as F


def context_vector(inputs, query_index):
    scores = (inputs * inputs[query_index : query_index + 1]).sum(dim=1)
    weights = F.softmax(scores, dim=0)
    return (weights[:, None] * inputs).sum(dim=0)
