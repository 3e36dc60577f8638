"""
name = "weighted sum of the queries"
name_zh = "对查询做了加权求和"
question = "Which of the three is summed by the weights?"
question_zh = "权重加权求和的是三者中的哪一个？"

[change]
"attn_weights @ values" = "attn_weights @ queries"
"""
