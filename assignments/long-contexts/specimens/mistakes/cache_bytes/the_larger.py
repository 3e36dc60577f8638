"""
name = "the larger of text and window"
name_zh = "取了文本与窗口中较大的"
question = "Can more be kept than was read, or more than the window?"
question_zh = "保留的能比读过的多吗？能比窗口多吗？"

[change]
"min(tokens, window)" = "max(tokens, window)"
"""
