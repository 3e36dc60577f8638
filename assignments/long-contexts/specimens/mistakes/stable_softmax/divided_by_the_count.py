"""
name = "divided by the number of scores"
name_zh = "除以了分数的个数"
question = "What do your weights add up to?"
question_zh = "你的权重相加是多少？"

[change]
"powers / powers.sum(dim=-1, keepdim=True)" = "powers / x.shape[-1]"
"""
