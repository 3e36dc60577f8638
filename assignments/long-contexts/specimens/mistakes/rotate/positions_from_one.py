"""
name = "positions counted from 1"
name_zh = "位置从 1 开始数"
question = "What happens to a row at the position 0?"
question_zh = "位置 0 的行会怎样？"

[change]
"angles = positions[:, None]" = "angles = (positions[:, None] + 1)"
"""
