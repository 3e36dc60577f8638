"""
name = "only the first half gets its factor"
name_zh = "只给第一半乘了因子"
question = "What if the first half is the higher one?"
question_zh = "如果第一半更高呢？"

[change]
"total = one * first[1] + other * second[1]" = "total = one * first[1] + second[1]"
"weighted = one * first[2] + other * second[2]" = "weighted = one * first[2] + second[2]"
"""
