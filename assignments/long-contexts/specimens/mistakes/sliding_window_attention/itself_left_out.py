"""
name = "the token itself is not seen"
name_zh = "看不到词元自己"
question = "Does the first token see anything?"
question_zh = "第一个词元能看到什么吗？"

[change]
"others <= places" = "others < places"
"""
