"""
name = "one layer counted"
name_zh = "只数了一层"
question = "Does the second layer have the same keys as the first?"
question_zh = "第二层的键与第一层的相同吗？"

[change]
" * layers" = ""
"""
