"""
name = "a mask in every block"
name_zh = "每一块都加了掩码"
question = "Which keys of an earlier block does a query not see?"
question_zh = "前面的块里，哪些键是一个查询看不到的？"

[change]
"if other == begin:" = "if True:"
"""
