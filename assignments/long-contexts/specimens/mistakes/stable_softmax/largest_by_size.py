"""
name = "the largest absolute number is subtracted"
name_zh = "减去了绝对值最大的数"
question = "What is subtracted from a row of -900 and -901?"
question_zh = "从 -900 和 -901 这一行中减去了什么？"

[change]
"x.amax" = "x.masked_fill(x.isinf(), 0).abs().amax"
"""
