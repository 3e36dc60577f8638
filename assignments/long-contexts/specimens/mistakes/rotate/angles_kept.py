"""
name = "the angles of the first rows are kept for all"
name_zh = "保留了第一次的角度，后来也用它"
question = "When do you compute the angles anew? Rows of the same shape may stand at other positions."
question_zh = "你什么时候重新计算角度？形状相同的各行可能在别的位置。"
"""

tables = {}

def rotate(x, positions):
    half = x.shape[-1] // 2
    if x.shape not in tables:
        angles = positions[:, None] * 10000.0 ** (-torch.arange(half) / half)
        tables[x.shape] = angles.cos(), angles.sin()
    cos, sin = tables[x.shape]
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], dim=-1)
