"""
name = "the exponent is twice as large"
name_zh = "指数大了一倍"
question = "For d = 4, what is the exponent of the second pair?"
question_zh = "d = 4 时，第二对的指数是多少？"

[change]
"(-torch.arange(half) / half)" = "(-2 * torch.arange(half) / half)"
"""
