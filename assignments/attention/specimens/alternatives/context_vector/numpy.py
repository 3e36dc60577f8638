"""
form = "computed in numpy, cast back"
"""

import numpy as np


def context_vector(inputs, query_index):
    x = inputs.numpy().astype(np.float64)
    scores = x.dot(x[query_index])
    weights = np.exp(scores - scores.max())
    weights /= weights.sum()
    return torch.tensor(weights.dot(x), dtype=inputs.dtype)
