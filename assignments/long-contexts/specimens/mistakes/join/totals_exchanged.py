"""
name = "the totals of the halves exchanged"
name_zh = "两半的总和对调了"
question = "Which total belongs to the first half?"
question_zh = "哪个总和属于第一半？"

[change]
"total = one * first[1] + other * second[1]" = "total = one * second[1] + other * first[1]"
"""
