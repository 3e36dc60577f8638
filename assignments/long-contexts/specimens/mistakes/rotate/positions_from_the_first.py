"""
name = "positions counted from the first row"
name_zh = "从第一行开始数位置"
question = "What does a cache need: the place in the text, or in this call?"
question_zh = "缓存需要的是在文本中的位置，还是在这次调用中的位置？"

[change]
"angles = positions[:, None]" = "angles = (positions - positions[0])[:, None]"
"""
