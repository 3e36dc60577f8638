"""
name = "MiB in place of bytes"
name_zh = "返回的是 MiB 而不是字节"
question = "What is the unit of the result?"
question_zh = "结果的单位是什么？"

[change]
"* bytes_per_number" = "* bytes_per_number // 2**20"
"""
