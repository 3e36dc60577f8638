"""
name = "divided by the sum of the scores"
name_zh = "除以了分数之和"
question = "What is to add up to 1: the weights or the scores?"
question_zh = "相加为 1 的应该是权重还是分数？"

[change]
"powers / powers.sum(dim=-1, keepdim=True)" = "powers / x.sum(dim=-1, keepdim=True)"
"""
