"""
name = "the window is one token too narrow"
name_zh = "窗口窄了一个词元"
question = "How many tokens does a window of 2 hold, itself included?"
question_zh = "窗口为 2 时，包括自己有多少个词元？"

[change]
"(others > places - window)" = "(others > places - max(window - 1, 1))"
"""
