"""
name = "the totals just added"
name_zh = "总和只是相加"
question = "Which of the two sums has no factors?"
question_zh = "两个和中，哪一个没有因子？"

[change]
"total = one * first[1] + other * second[1]" = "total = first[1] + second[1]"
"""
