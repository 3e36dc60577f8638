"""
name = "the window changes nothing"
name_zh = "窗口没有起作用"
question = "How many tokens are kept after a million, with a window of 100?"
question_zh = "窗口为 100 时，读过一百万个词元之后还保留多少个？"

[change]
"kept = tokens if window is None else min(tokens, window)" = "kept = tokens"
"""
