"""
name = "a whole block stands for the window"
name_zh = "用整个块代替了窗口"
question = "Which number in your code says how far back a token sees?"
question_zh = "你的代码里，哪个数决定词元能往回看多远？"

[change]
"(others > places - window)" = "(others > places - block)"
"max(0, begin - window + 1)" = "max(0, begin - block + 1)"
"rows, block = [], 128" = "rows, block = [], 4"
"""
