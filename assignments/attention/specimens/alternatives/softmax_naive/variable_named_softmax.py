"""
form = "local variables and a parameter named softmax"
"""

def divide(softmax, total):
    return softmax / total


# %%
def softmax_naive(x):
    softmax = x.exp()
    logsumexp = softmax.sum()
    softmax = divide(softmax, total=logsumexp)
    return softmax
