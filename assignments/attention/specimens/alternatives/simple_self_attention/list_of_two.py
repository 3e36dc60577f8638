"""
form = "a list instead of a tuple, dim=1"
"""

def simple_self_attention(inputs):
    weights = (inputs @ inputs.T).softmax(dim=1)
    return [weights, weights @ inputs]
