"""
name = "a float is returned"
name_zh = "返回的是浮点数"
question = "Is half a byte possible?"
question_zh = "可能有半个字节吗？"

[change]
"* bytes_per_number" = "* bytes_per_number / 1"
"""
