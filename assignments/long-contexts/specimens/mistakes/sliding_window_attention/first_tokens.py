"""
name = "the first tokens are seen, not the last"
name_zh = "看到的是最前面的词元，而不是最后的"
question = "Which tokens have left the window when token 100 comes?"
question_zh = "第 100 个词元到来时，哪些词元已经离开窗口？"

[change]
"max(0, begin - window + 1)" = "0"
"(others > places - window)" = "(others < window)"
"""
