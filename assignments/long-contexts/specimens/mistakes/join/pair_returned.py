"""
name = "the largest is not returned"
name_zh = "没有返回最大值"
question = "What does the next join need?"
question_zh = "下一次合并需要什么？"

[change]
"return largest, total, weighted" = "return total, weighted"
"""
