"""
name = "the logarithm of the weights"
name_zh = "返回的是权重的对数"
question = "Can a weight be negative?"
question_zh = "权重可以是负数吗？"

[change]
"powers / powers.sum(dim=-1, keepdim=True)" = "(powers / powers.sum(dim=-1, keepdim=True)).log()"
"""
