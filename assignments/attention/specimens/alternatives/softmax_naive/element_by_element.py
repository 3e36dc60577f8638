"""
form = "a preallocated result filled in a loop"
"""

def softmax_naive(x):
    result = torch.empty_like(x)
    total = 0.0
    for i in range(x.shape[0]):
        result[i] = torch.exp(x[i])
        total += result[i].item()
    for i in range(x.shape[0]):
        result[i] = result[i] / total
    return result
