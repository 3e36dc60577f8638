"""
name = "a half changed in place"
name_zh = "就地修改了一半"
question = "What does `*=` do to a tensor that was passed in?"
question_zh = "`*=` 会对传入的张量做什么？"

[change]
"total = one * first[1] + other * second[1]" = "first[1].mul_(one)\\n    total = first[1] + other * second[1]"
"""
