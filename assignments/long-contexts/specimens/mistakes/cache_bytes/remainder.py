"""
name = "the text modulo the window"
name_zh = "取了文本对窗口的余数"
question = "After 10 tokens with a window of 4, how many are kept?"
question_zh = "窗口为 4，读过 10 个词元之后保留多少个？"

[change]
"min(tokens, window)" = "tokens % window"
"""
