"""
name = "no mask in its own block"
name_zh = "自己那一块没有掩码"
question = "Does the first query of a block see the last?"
question_zh = "一块里的第一个查询能看到最后一个词元吗？"

[change]
"if other == begin:" = "if False:"
"""
