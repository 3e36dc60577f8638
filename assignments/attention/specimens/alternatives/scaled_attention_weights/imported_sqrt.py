"""
form = "sqrt imported from math, tensor.softmax"
"""

from math import sqrt


def scaled_attention_weights(query, keys):
    scores = torch.mv(keys, query)
    return (scores / sqrt(keys.size(1))).softmax(0)
