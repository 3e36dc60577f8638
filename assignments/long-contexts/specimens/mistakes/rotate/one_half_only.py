"""
name = "only one half is turned"
name_zh = "只转动了一半"
question = "What becomes of the second half?"
question_zh = "后一半变成了什么？"

[change]
", b * angles.cos() + a * angles.sin()" = ", b"
"""
