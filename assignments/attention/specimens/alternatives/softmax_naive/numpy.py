"""
form = "computed in numpy"
"""

import numpy as np


def softmax_naive(x):
    values = np.exp(x.detach().numpy())
    return torch.from_numpy(values / values.sum())
