"""
name = "angles of neighbours for pairs of halves"
name_zh = "配对用两半，角度却按相邻的数排列"
question = "Do both numbers of a pair get the same angle?"
question_zh = "一对里的两个数得到的角度相同吗？"
"""

def rotate(x, positions):
    half = x.shape[-1] // 2
    factors = 10000.0 ** (-torch.arange(half) / half)
    angles = positions[:, None] * factors.repeat_interleave(2)
    other = torch.cat([-x[..., half:], x[..., :half]], dim=-1)
    return x * angles.cos() + other * angles.sin()
