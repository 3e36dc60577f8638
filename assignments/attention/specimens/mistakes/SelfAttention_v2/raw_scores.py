"""
name = "raw scores times the values"
name_zh = "原始分数直接乘以值"
question = "Which two steps stand between the scores and the weights?"
question_zh = "从分数到权重，中间有哪两步？"

[change]
"return attn_weights @ values" = "return attn_scores @ values"
"""
