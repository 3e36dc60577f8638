"""
name = "mirrored, and not turned"
name_zh = "是镜像，而不是转动"
question = "Is the length of a pair still the same after your change?"
question_zh = "变换之后，一对数的长度还相同吗？"

[change]
"b * angles.cos() + a" = "b * angles.cos() - a"
"""
