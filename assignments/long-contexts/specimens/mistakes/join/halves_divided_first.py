"""
name = "each half divided by its total first"
name_zh = "先用各自的总和除"
question = "What is 0 divided by 0, in an empty half?"
question_zh = "在空的一半里，0 除以 0 是多少？"

[change]
"weighted = one * first[2] + other * second[2]" = "weighted = one * first[1] * (first[2] / first[1]) + other * second[1] * (second[2] / second[1])"
"""
