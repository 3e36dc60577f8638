"""
name = "the softmax runs over the queries in place of the keys"
name_zh = "softmax 沿查询而不是键的方向计算"
question = "Along which dimension do the weights of one query lie?"
question_zh = "一个查询的权重沿哪个维度排列？"

[change]
"dim=-1" = "dim=0"
"""
