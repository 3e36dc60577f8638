"""
name = "half of the width in place of its root"
name_zh = "用宽度的一半代替平方根"
question = "What does Python work out for 16 * 0.5, and what for 16 ** 0.5?"
question_zh = "Python 算出的 16 * 0.5 是多少？16 ** 0.5 呢？"

[change]
"keys.shape[-1] ** 0.5" = "(keys.shape[-1] * 0.5)"
"""
