"""
name = "all heads use the first head of keys"
name_zh = "所有头都用第一个键的头"
question = "Which query heads use the last head of keys?"
question_zh = "哪些查询头使用最后一个键的头？"

[change]
"(one.repeat_interleave(share, dim=0) for one in (keys, values))" = "(one[:1].expand(len(queries), -1, -1) for one in (keys, values))"
"""
