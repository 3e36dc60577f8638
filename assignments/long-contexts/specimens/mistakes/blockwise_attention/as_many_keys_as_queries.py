"""
name = "keys counted by the queries"
name_zh = "用查询的个数代替了键的个数"
question = "How many keys are there beside the queries?"
question_zh = "查询之外，有多少个键？"

[change]
"range(0, len(keys), block)" = "range(0, len(queries), block)"
"""
