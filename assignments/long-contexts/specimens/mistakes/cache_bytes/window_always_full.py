"""
name = "the window is always full"
name_zh = "总是按窗口已满计算"
question = "How many tokens are kept of a text of 10, with a window of 100?"
question_zh = "窗口为 100、文本只有 10 个词元时，保留多少个？"

[change]
"min(tokens, window)" = "window"
"""
