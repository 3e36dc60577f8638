"""
name = "the largest of each column is subtracted"
name_zh = "减去了每一列的最大值"
question = "Which number has to be the same for all scores of a row?"
question_zh = "对一行的所有分数，哪个数必须相同？"

[change]
"x - x.amax(dim=-1, keepdim=True)" = "x - x.amax(dim=0, keepdim=True)"
"""
