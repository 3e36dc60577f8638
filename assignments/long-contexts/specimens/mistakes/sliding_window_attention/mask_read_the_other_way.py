"""
name = "what is seen is hidden"
name_zh = "遮住的正是该看到的"
question = "Where does `masked_fill` write: where the mask is True or where it is False?"
question_zh = "`masked_fill` 写在掩码为 True 的地方还是 False 的地方？"

[change]
"~seen" = "seen"
"""
