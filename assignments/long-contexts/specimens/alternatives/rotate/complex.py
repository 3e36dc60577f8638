"""
form = "complex numbers"
"""

def rotate(x, positions):
    half = x.shape[-1] // 2
    angles = positions[:, None] / 10000 ** (torch.arange(half) / half)
    points = torch.complex(x[..., :half].contiguous(), x[..., half:].contiguous())
    turned = points * torch.polar(torch.ones_like(angles), angles)
    return torch.cat([turned.real, turned.imag], dim=-1)
