"""
name = "keys counted, and no values"
name_zh = "只数了键，没有数值"
question = "What is kept beside the keys?"
question_zh = "除了键还保存什么？"

[change]
"2 * kept" = "kept"
"""
