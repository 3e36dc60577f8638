"""
form = "tanh as a sigmoid of twice the number"
"""

def gelu(x):
    return x * torch.sigmoid(2 * (2 / torch.pi) ** 0.5 * (x + 0.044715 * x**3))
