"""
name = "every head of keys used twice"
name_zh = "每个键的头总是用两次"
question = "How many query heads share one when there are six, and two heads of keys?"
question_zh = "六个查询头、两个键的头时，几个查询头共用一个？"

[change]
"share = len(queries) // len(keys)" = "share = 2"
"""
