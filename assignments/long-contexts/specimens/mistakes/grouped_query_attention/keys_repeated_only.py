"""
name = "only the keys are repeated"
name_zh = "只重复了键"
question = "How many heads of values are there beside how many heads of weights?"
question_zh = "有多少个头的值，又有多少个头的权重？"

[change]
"keys, values = (one.repeat_interleave(share, dim=0) for one in (keys, values))" = "keys = keys.repeat_interleave(share, dim=0)"
"""
