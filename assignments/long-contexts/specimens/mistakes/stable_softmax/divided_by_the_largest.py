"""
name = "scores divided by the largest"
name_zh = "除以了最大的分数"
question = "Does a softmax depend on differences or on quotients?"
question_zh = "softmax 取决于差还是商？"

[change]
"x - x.amax(dim=-1, keepdim=True)" = "x / x.amax(dim=-1, keepdim=True)"
"""
