"""
name = "one token more than the window"
name_zh = "比窗口多了一个词元"
question = "How many tokens does a window of 1 hold?"
question_zh = "窗口为 1 时有多少个词元？"

[change]
"min(tokens, window)" = "min(tokens, window + 1)"
"""
