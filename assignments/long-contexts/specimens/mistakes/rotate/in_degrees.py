"""
name = "angles taken for degrees"
name_zh = "把角度当成了度数"
question = "In which unit does `torch.cos` expect an angle?"
question_zh = "`torch.cos` 要求角度用什么单位？"

[change]
" * 10000.0 ** (-torch.arange(half) / half)" = " * 10000.0 ** (-torch.arange(half) / half) * math.pi / 180"
"""
