"""
name = "the window is added to the text"
name_zh = "把窗口加到了文本上"
question = "Do tokens stay in the cache beside those of the window?"
question_zh = "除了窗口里的，还有别的词元留在缓存里吗？"

[change]
"min(tokens, window)" = "tokens + window"
"""
