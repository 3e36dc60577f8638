"""
name = "scores cut off at 80"
name_zh = "分数在 80 处截断"
question = "What do two scores of 900 and 901 become?"
question_zh = "900 和 901 这两个分数变成了什么？"

[change]
"x - x.amax(dim=-1, keepdim=True)" = "x.clamp(max=80)"
"""
