"""
name = "bits in place of bytes"
name_zh = "算成了比特而不是字节"
question = "What is the unit of the result?"
question_zh = "结果的单位是什么？"

[change]
"* bytes_per_number" = "* bytes_per_number * 8"
"""
