"""
name = "scaled by the width of the values"
name_zh = "按值的宽度缩放"
question = "Which numbers are multiplied and added for a score?"
question_zh = "一个分数由哪些数相乘相加得到？"

[change]
"math.sqrt(queries.shape[-1])" = "math.sqrt(values.shape[-1])"
"""
