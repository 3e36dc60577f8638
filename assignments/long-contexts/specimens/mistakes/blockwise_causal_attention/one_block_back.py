"""
name = "one block back and no further"
name_zh = "只往回看一块"
question = "Which blocks lie before the third?"
question_zh = "第三块前面有哪些块？"

[change]
"range(0, begin + 1, block)" = "range(max(0, begin - block), begin + 1, block)"
"""
