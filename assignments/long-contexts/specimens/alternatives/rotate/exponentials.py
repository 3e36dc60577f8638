"""
form = "exponentials of logarithms, and a copy that is written"
"""

def rotate(x, positions):
    half = x.shape[-1] // 2
    factors = torch.exp(-math.log(10000.0) * torch.arange(half) / half)
    angles = torch.einsum("t,i->ti", positions.float(), factors)
    turned = x.clone()
    turned[..., :half] = x[..., :half] * angles.cos() - x[..., half:] * angles.sin()
    turned[..., half:] = x[..., half:] * angles.cos() + x[..., :half] * angles.sin()
    return turned
