"""
name = "divided by the number of keys"
name_zh = "除以了键的个数"
question = "What is the total of the powers?"
question_zh = "幂的总和是多少？"

[change]
"return weighted / total" = "return weighted / len(keys)"
"""
