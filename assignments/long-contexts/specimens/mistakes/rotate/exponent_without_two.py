"""
name = "the 2 of the exponent is missing"
name_zh = "指数里少了 2"
question = "For d = 4, what is the angle of the second pair at the position 1: 0.1 or 0.01?"
question_zh = "d = 4 时，位置 1 处第二对的角度是 0.1 还是 0.01？"

[change]
"(-torch.arange(half) / half)" = "(-torch.arange(half) / x.shape[-1])"
"""
