"""
form = "float64 inside, cast back"
"""

def simple_self_attention(inputs):
    x = inputs.double()
    weights = torch.softmax(x @ x.T, -1)
    return weights.float(), (weights @ x).float()
