"""
form = "a matrix for each pair and position"
"""

def rotate(x, positions):
    half = x.shape[-1] // 2
    angles = positions[:, None].double() * 10000 ** (-torch.arange(half).double() / half)
    cos, sin = angles.cos().float(), angles.sin().float()
    turns = torch.stack([torch.stack([cos, -sin], -1), torch.stack([sin, cos], -1)], -2)
    pairs = x.unflatten(-1, (2, half)).transpose(-1, -2)[..., None]
    return (turns @ pairs)[..., 0].transpose(-1, -2).flatten(-2)
