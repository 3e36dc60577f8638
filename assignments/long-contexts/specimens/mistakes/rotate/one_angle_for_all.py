"""
name = "one angle for all pairs"
name_zh = "所有的数对用同一个角度"
question = "By how much is the last pair turned at the position 1?"
question_zh = "在位置 1，最后一对转动多少？"

[change]
" * 10000.0 ** (-torch.arange(half) / half)" = " * torch.ones(half)"
"""
