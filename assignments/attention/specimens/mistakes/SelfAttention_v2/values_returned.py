"""
name = "values returned without the weights"
name_zh = "返回了没有乘上权重的值"
question = "Which line uses the weights once they are made?"
question_zh = "权重算出来之后，哪一行用到了它们？"

[change]
"return attn_weights @ values" = "return values"
"""
