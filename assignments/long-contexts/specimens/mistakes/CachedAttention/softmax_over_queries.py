"""
name = "the softmax runs over the queries in place of the keys"
name_zh = "softmax 沿查询而不是键的方向计算"
question = "How many queries are there in a step, and what is the softmax of one number?"
question_zh = "每一步有几个查询？一个数的 softmax 是多少？"

[change]
"dim=-1" = "dim=0"
"""
