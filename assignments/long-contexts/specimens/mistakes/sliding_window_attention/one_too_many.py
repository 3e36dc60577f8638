"""
name = "the window is one token too wide"
name_zh = "窗口宽了一个词元"
question = "How many tokens does a window of 1 hold?"
question_zh = "窗口为 1 时有多少个词元？"

[change]
"max(0, begin - window + 1)" = "max(0, begin - window)"
"(others > places - window)" = "(others >= places - window)"
"""
