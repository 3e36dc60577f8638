"""
name = "scaled by the number of tokens"
name_zh = "按词元的个数缩放"
question = "Does the scale change from step to step?"
question_zh = "缩放的系数会逐步变化吗？"

[change]
"math.sqrt(self.keys.shape[-1])" = "math.sqrt(len(self.keys))"
"""
