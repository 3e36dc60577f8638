"""
name = "the weighted values just added"
name_zh = "加权的值只是相加"
question = "Which of the two sums has no factors?"
question_zh = "两个和中，哪一个没有因子？"

[change]
"weighted = one * first[2] + other * second[2]" = "weighted = first[2] + second[2]"
"""
