"""
name = "not divided by the sum"
name_zh = "没有除以总和"
question = "What do your weights add up to?"
question_zh = "你的权重相加是多少？"

[change]
"powers / powers.sum(dim=-1, keepdim=True)" = "powers"
"""
