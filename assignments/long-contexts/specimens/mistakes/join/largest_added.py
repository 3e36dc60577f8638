"""
name = "the largest scores added"
name_zh = "把两个最大值相加"
question = "What is the largest score of (1, 2, 4)?"
question_zh = "(1, 2, 4) 中最大的分数是多少？"

[change]
"largest = torch.maximum(first[0], second[0])" = "largest = first[0] + second[0]"
"""
