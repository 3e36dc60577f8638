"""
name = "the mask in the first block"
name_zh = "掩码加在了第一块"
question = "In which block is the future of a query?"
question_zh = "一个查询的未来在哪一块里？"

[change]
"if other == begin:" = "if other == 0:"
"""
