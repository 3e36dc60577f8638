"""
name = "neighbouring numbers are paired"
name_zh = "把相邻的数配成了对"
question = "Which number is paired with the first one of a row of six?"
question_zh = "一行六个数时，第一个数与哪个数配对？"
"""

def rotate(x, positions):
    half = x.shape[-1] // 2
    angles = positions[:, None] * 10000.0 ** (-torch.arange(half) / half)
    a, b = x[..., 0::2], x[..., 1::2]
    turned = a * angles.cos() - b * angles.sin(), b * angles.cos() + a * angles.sin()
    return torch.stack(turned, dim=-1).flatten(-2)
