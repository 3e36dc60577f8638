"""
name = "the mask hides the token itself"
name_zh = "掩码把词元自己也遮住了"
question = "What is on the diagonal of your mask, and what does the first token see?"
question_zh = "你的掩码的对角线上是什么？第一个词元能看到什么？"

[change]
"triu(1)" = "triu(0)"
"""
