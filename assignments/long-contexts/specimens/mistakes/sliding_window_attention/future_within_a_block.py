"""
name = "the future within a block is seen"
name_zh = "看到了块内的未来"
question = "Does the first query of a block see the last?"
question_zh = "一块里的第一个查询能看到最后一个词元吗？"

[change]
"(others <= places) & (others > places - window)" = "(others > places - window)"
"""
