"""
form = "each row by itself"
"""

def rotate(x, positions):
    half = x.shape[-1] // 2
    factors = torch.tensor([10000 ** (-2 * i / x.shape[-1]) for i in range(half)])
    rows = []
    for place, position in enumerate(positions.tolist()):
        cos, sin = torch.cos(position * factors), torch.sin(position * factors)
        a, b = x[..., place, :half], x[..., place, half:]
        rows.append(torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1))
    return torch.stack(rows, dim=-2)
