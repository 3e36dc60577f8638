"""
form = "numpy's triu of bytes"
"""

import numpy as np


def causal_mask(num_tokens):
    return torch.from_numpy(np.triu(np.ones((num_tokens, num_tokens), dtype=np.uint8), k=1))
