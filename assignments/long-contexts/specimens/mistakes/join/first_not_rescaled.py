"""
name = "only the second half gets its factor"
name_zh = "只给第二半乘了因子"
question = "What if the second half is the higher one?"
question_zh = "如果第二半更高呢？"

[change]
"total = one * first[1] + other * second[1]" = "total = first[1] + other * second[1]"
"weighted = one * first[2] + other * second[2]" = "weighted = first[2] + other * second[2]"
"""
