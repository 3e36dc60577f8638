"""
name = "blocks that do not see each other"
name_zh = "各块互不相见"
question = "What does the first token of the second block see?"
question_zh = "第二块的第一个词元能看到什么？"

[change]
"range(0, begin + 1, block)" = "range(begin, begin + 1, block)"
"""
