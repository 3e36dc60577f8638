"""
form = "one over the sum of exponentials of differences"
"""

def softmax_naive(x):
    # exp(x_i) / sum_j exp(x_j)  ==  1 / sum_j exp(x_j - x_i)
    differences = x.unsqueeze(0) - x.unsqueeze(1)
    return 1 / differences.exp().sum(dim=1)
