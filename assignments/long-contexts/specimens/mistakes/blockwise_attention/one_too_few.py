"""
name = "one key of each block is left out"
name_zh = "每块漏了一个键"
question = "Does a slice contain its end?"
question_zh = "切片包括末端吗？"

[change]
"begin + block)" = "begin + max(block - 1, 1))"
"""
