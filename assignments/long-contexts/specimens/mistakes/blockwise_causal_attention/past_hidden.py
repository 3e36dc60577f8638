"""
name = "the past is hidden, and not the future"
name_zh = "遮住的是过去，而不是未来"
question = "In the last row of a block, which places does your mask hide?"
question_zh = "在一块的最后一行，你的掩码遮住了哪些位置？"

[change]
"triu(1)" = "tril(-1)"
"""
