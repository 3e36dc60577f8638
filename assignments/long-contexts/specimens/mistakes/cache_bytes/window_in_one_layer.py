"""
name = "the window is shared out among the layers"
name_zh = "把窗口分给了各层"
question = "How many tokens does *each* layer keep?"
question_zh = "**每一层**保留多少个词元？"

[change]
"min(tokens, window)" = "min(tokens, window // layers)"
"""
