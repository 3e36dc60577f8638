"""
name = "the future begins one token too late"
name_zh = "未来晚了一个词元才开始"
question = "From which diagonal on is a place in the future?"
question_zh = "从哪条对角线开始是未来？"

[change]
"triu(1)" = "triu(2)"
"""
