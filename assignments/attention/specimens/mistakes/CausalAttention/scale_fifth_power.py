"""
name = "a fifth power in the divisor"
name_zh = "除数里是五次方"
question = "Which exponent takes a root, and which one have you typed?"
question_zh = "开平方的指数是多少？你写的又是多少？"

[change]
"keys.shape[-1] ** 0.5" = "keys.shape[-1] ** 5"
"""
