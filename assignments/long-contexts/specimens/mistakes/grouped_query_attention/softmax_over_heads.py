"""
name = "the softmax runs over the heads in place of the keys"
name_zh = "softmax 沿头而不是键的方向计算"
question = "Which weights have to add up to 1?"
question_zh = "哪些权重相加应该等于 1？"

[change]
"dim=-1" = "dim=0"
"""
