"""
name = "the dimension of the largest is lost"
name_zh = "最大值丢了一个维度"
question = "Which shapes are subtracted from each other?"
question_zh = "相减的两个张量形状各是什么？"

[change]
"x - x.amax(dim=-1, keepdim=True)" = "x - x.amax(dim=-1)"
"""
