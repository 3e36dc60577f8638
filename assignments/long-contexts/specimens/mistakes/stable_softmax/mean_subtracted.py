"""
name = "the mean is subtracted"
name_zh = "减去了平均值"
question = "What is the mean of a row with a hidden place?"
question_zh = "有一个位置被遮住的行，平均值是多少？"

[change]
"x - x.amax(dim=-1, keepdim=True)" = "x - x.mean(dim=-1, keepdim=True)"
"""
