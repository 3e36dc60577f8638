"""
name = "heads of keys dealt out in turn"
name_zh = "键的头轮流分配"
question = "Which heads does `repeat` put beside each other: 0, 0, 1, 1 or 0, 1, 0, 1?"
question_zh = "`repeat` 把哪些头排在一起：0、0、1、1 还是 0、1、0、1？"

[change]
"(one.repeat_interleave(share, dim=0) for one in (keys, values))" = "(one.repeat(share, 1, 1) for one in (keys, values))"
"""
