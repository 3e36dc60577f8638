"""
name = "neighbours taken apart and left apart"
name_zh = "把相邻的数拆开后没有放回去"
question = "Where does the second number of the row stand in your result?"
question_zh = "一行的第二个数在你的结果里位于哪里？"

[change]
"a, b = x.split(half, dim=-1)" = "a, b = x[..., 0::2], x[..., 1::2]"
"""
