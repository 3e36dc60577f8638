"""
form = "a helper in a cell of its own"
"""

def cubic(x):
    return x + 0.044715 * x.pow(3)
# %%
def gelu(x):
    return 0.5 * x * (1 + torch.tanh((2 / torch.pi) ** 0.5 * cubic(x)))
