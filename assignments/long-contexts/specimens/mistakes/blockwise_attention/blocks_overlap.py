"""
name = "blocks overlap by one"
name_zh = "相邻的块重叠了一个"
question = "To which block does key number `block` belong?"
question_zh = "第 `block` 个键属于哪一块？"

[change]
"begin + block)" = "begin + block + 1)"
"""
