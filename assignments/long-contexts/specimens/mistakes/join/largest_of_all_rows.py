"""
name = "one largest score for all rows"
name_zh = "所有行共用一个最大值"
question = "Does each row keep its own largest score?"
question_zh = "每一行保留自己的最大值吗？"

[change]
"largest = torch.maximum(first[0], second[0])" = "largest = torch.maximum(first[0].max(), second[0].max()).expand_as(first[0])"
"""
