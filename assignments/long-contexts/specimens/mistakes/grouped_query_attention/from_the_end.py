"""
name = "heads of keys counted from the end"
name_zh = "从末尾开始数键的头"
question = "Which head of keys does query head 0 use?"
question_zh = "查询头 0 使用哪个键的头？"

[change]
"(one.repeat_interleave(share, dim=0) for one in (keys, values))" = "(one.flip(0).repeat_interleave(share, dim=0) for one in (keys, values))"
"""
