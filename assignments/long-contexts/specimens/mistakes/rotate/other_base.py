"""
name = "another base"
name_zh = "底数不同"
question = "Which number stands in the formula?"
question_zh = "公式里是哪个数？"

[change]
"10000.0" = "1000.0"
"""
