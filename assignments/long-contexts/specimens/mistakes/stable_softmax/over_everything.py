"""
name = "divided by the sum of everything"
name_zh = "除以了全部数的和"
question = "What does each row add up to?"
question_zh = "每一行相加是多少？"

[change]
"powers / powers.sum(dim=-1, keepdim=True)" = "powers / powers.sum()"
"""
