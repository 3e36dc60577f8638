"""
name = "the past is hidden, and not the future"
name_zh = "遮住的是过去，而不是未来"
question = "In the row of the last token, which places does your mask hide?"
question_zh = "在最后一个词元那一行，你的掩码遮住了哪些位置？"

[change]
".triu(1)" = ".tril(-1)"
"""
