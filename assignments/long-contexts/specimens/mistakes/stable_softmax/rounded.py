"""
name = "rounded to three digits"
name_zh = "舍入到三位小数"
question = "How exact is the result to be?"
question_zh = "结果要精确到什么程度？"

[change]
"powers / powers.sum(dim=-1, keepdim=True)" = "(powers / powers.sum(dim=-1, keepdim=True)).round(decimals=3)"
"""
