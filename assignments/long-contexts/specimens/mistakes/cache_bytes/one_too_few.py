"""
name = "one token less than the window"
name_zh = "比窗口少了一个词元"
question = "Does the window hold the newest token?"
question_zh = "窗口里包括最新的词元吗？"

[change]
"min(tokens, window)" = "min(tokens, window - 1)"
"""
