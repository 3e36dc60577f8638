"""
name = "whole numbers raised to a rounded power"
name_zh = "对整数做了取整的除法"
question = "What is `-1 // 3`, and what is `-1 / 3`?"
question_zh = "`-1 // 3` 是多少？`-1 / 3` 呢？"

[change]
"(-torch.arange(half) / half)" = "(-torch.arange(half) // half)"
"""
