"""
name = "its own block is left out"
name_zh = "漏掉了自己那一块"
question = "Which block holds the query itself?"
question_zh = "哪一块包含这个查询自己？"

[change]
"range(0, begin + 1, block)" = "range(0, max(begin, 1), block)"
"""
