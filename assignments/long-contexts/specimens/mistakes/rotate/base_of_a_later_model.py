"""
name = "the base of a later model"
name_zh = "用了后来某个模型的底数"
question = "Which number stands in the formula?"
question_zh = "公式里是哪个数？"

[change]
"10000.0" = "500000.0"
"""
