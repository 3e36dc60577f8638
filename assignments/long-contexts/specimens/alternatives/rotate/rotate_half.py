"""
form = "the other half beside it, as Llama does"
"""

def rotate(x, positions):
    width = x.shape[-1]
    factors = 1.0 / (10000 ** (torch.arange(0, width, 2).float() / width))
    angles = torch.outer(positions.float(), factors)
    angles = torch.cat((angles, angles), dim=-1)
    first, second = x.chunk(2, dim=-1)
    return x * angles.cos() + torch.cat((-second, first), dim=-1) * angles.sin()
