"""
name = "dimensions of size 1 dropped"
name_zh = "去掉了大小为 1 的维度"
question = "What does `squeeze()` do to a block of one query and one key?"
question_zh = "一个查询、一个键的块，`squeeze()` 会做什么？"

[change]
"new = summary(scores" = "new = summary(scores.squeeze()"
"""
