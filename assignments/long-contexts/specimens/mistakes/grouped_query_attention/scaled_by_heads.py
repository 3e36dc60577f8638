"""
name = "scaled by the number of heads"
name_zh = "按头的个数缩放"
question = "Which dimension of the queries holds the numbers of one head?"
question_zh = "查询的哪个维度存放一个头的各个数？"

[change]
"queries.shape[-1]" = "queries.shape[0]"
"""
