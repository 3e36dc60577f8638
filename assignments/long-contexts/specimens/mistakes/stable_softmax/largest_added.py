"""
name = "the largest is added"
name_zh = "加上了最大的数"
question = "Is the largest power 1 then?"
question_zh = "这样最大的幂是 1 吗？"

[change]
"x - x.amax(dim=-1, keepdim=True)" = "x + x.amax(dim=-1, keepdim=True)"
"""
