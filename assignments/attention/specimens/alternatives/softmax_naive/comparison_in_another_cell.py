"""
form = "an added cell that no part uses calls the library's softmax"
"""

import torch.nn.functional as F


def by_library(scores):
    return F.softmax(scores, dim=0)


print(by_library(torch.tensor([0.1, 0.2, 0.7])))
print(torch.softmax(inputs[0], dim=0), nn.Softmax(dim=0)(inputs[1]))
# %%
def softmax_naive(x):
    return torch.exp(x) / torch.exp(x).sum(dim=0)
