"""
form = "np.sqrt of the width"
"""

import numpy as np


def scaled_attention_weights(query, keys):
    scores = torch.matmul(query, keys.t())
    return nn.Softmax(dim=-1)(scores / np.sqrt(keys.shape[1]))
