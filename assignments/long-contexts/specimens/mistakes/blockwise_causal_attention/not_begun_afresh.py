"""
name = "what is known is kept for the next queries"
name_zh = "下一块查询沿用了已有的结果"
question = "To which queries do largest, total and weighted belong?"
question_zh = "最大值、总和与加权的值属于哪些查询？"

[change]
"    rows = []\\n" = "    rows, known = [], None\\n"
"        known = None\\n" = ""
"""
