"""
name = "dimensions of size 1 dropped"
name_zh = "去掉了大小为 1 的维度"
question = "What does `squeeze()` do to the scores of a block of one key?"
question_zh = "每块只有一个键时，`squeeze()` 对分数做了什么？"

[change]
"new = summary(scores" = "new = summary(scores.squeeze()"
"""
