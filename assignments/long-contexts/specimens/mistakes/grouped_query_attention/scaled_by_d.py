"""
name = "scaled by d in place of its root"
name_zh = "除以了 d 而不是它的平方根"
question = "What is the root of d?"
question_zh = "d 的平方根是多少？"

[change]
"math.sqrt(queries.shape[-1])" = "queries.shape[-1]"
"""
