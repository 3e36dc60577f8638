"""
name = "not divided by the total"
name_zh = "没有除以总和"
question = "What do the weights of a query add up to?"
question_zh = "一个查询的权重相加是多少？"

[change]
"return weighted / total" = "return weighted"
"""
