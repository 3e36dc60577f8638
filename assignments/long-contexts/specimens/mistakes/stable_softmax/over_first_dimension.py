"""
name = "the first dimension is summed"
name_zh = "沿第一个维度求和"
question = "Which numbers of a tensor of two rows add up to 1?"
question_zh = "两行的张量中，哪些数相加为 1？"

[change]
"x - x.amax(dim=-1, keepdim=True)" = "x - x.amax(dim=0, keepdim=True)"
"powers / powers.sum(dim=-1, keepdim=True)" = "powers / powers.sum(dim=0, keepdim=True)"
"""
