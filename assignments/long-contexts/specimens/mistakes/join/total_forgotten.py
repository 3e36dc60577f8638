"""
name = "one half counts half"
name_zh = "两半各算一半"
question = "Has a half of five scores the same weight as one of two?"
question_zh = "五个分数的一半，与两个分数的一半，权重相同吗？"
"""

def join(first, second):
    largest = torch.maximum(first[0], second[0])
    one, other = torch.exp(first[0] - largest), torch.exp(second[0] - largest)
    total = one * first[1] + other * second[1]
    return largest, total, total * (first[2] / first[1] + second[2] / second[1]) / 2
