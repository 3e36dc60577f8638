"""
form = "a loop over keys, the scale inside the exponential"
"""

import math


def scaled_attention_weights(query, keys):
    root = math.sqrt(len(query))
    scores = [torch.dot(query, key) for key in keys]
    top = max(scores)
    powers = torch.stack([torch.exp((score - top) / root) for score in scores])
    return powers / powers.sum()
