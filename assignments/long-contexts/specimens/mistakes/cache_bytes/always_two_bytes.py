"""
name = "two bytes for every number"
name_zh = "总是按每个数两字节计算"
question = "Which argument says how large a number is?"
question_zh = "哪个参数说明一个数有多大？"

[change]
"* bytes_per_number" = "* 2"
"""
