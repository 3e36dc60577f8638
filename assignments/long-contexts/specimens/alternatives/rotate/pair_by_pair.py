"""
form = "a loop over the pairs"
"""

def rotate(x, positions):
    result, half = torch.empty_like(x), x.shape[-1] // 2
    for i in range(half):
        angle = positions * 10000 ** (-2 * i / x.shape[-1])
        result[..., i] = x[..., i] * torch.cos(angle) - x[..., i + half] * torch.sin(angle)
        result[..., i + half] = x[..., i + half] * torch.cos(angle) + x[..., i] * torch.sin(angle)
    return result
