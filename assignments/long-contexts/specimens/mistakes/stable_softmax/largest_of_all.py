"""
name = "the largest of all rows is subtracted"
name_zh = "减去了所有行中最大的数"
question = "What is left of a row that lies 200 below another?"
question_zh = "一行比另一行低 200 时，还剩下什么？"

[change]
"x - x.amax(dim=-1, keepdim=True)" = "x - x.max()"
"""
