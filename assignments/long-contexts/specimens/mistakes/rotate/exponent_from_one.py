"""
name = "pairs counted from 1"
name_zh = "数对从 1 开始编号"
question = "By what angle is the first pair turned at the position 1?"
question_zh = "在位置 1，第一对转动多大的角度？"

[change]
"(-torch.arange(half) / half)" = "(-torch.arange(1, half + 1) / half)"
"""
