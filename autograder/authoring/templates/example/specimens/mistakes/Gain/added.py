"""
name = "the gain added in place of multiplied"
name_zh = "把增益加了上去而不是乘上去"
question = "What should a gain of 2 make of the number 5, and what does your module make of it?"
question_zh = "增益为 2 时，5 应当变成多少？你的模块给出多少？"

[change]
"x * self.gain" = "x + self.gain"
"""
