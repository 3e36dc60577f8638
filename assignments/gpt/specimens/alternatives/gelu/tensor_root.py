"""
form = "the root as a tensor"
"""

def gelu(x):
    root = torch.sqrt(torch.tensor(2.0 / torch.pi))
    return 0.5 * x + 0.5 * x * torch.tanh(root * (x + 0.044715 * x * x * x))
