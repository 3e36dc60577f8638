"""
name = "numbers in place of bytes"
name_zh = "返回的是个数而不是字节数"
question = "How many bytes does a number take?"
question_zh = "一个数占多少字节？"

[change]
" * bytes_per_number" = ""
"""
