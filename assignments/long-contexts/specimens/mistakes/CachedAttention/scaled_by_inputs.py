"""
name = "scaled by the width of the row"
name_zh = "按行的宽度缩放"
question = "Which numbers are multiplied and added for a score?"
question_zh = "一个分数由哪些数相乘相加得到？"

[change]
"math.sqrt(self.keys.shape[-1])" = "math.sqrt(x.shape[-1])"
"""
