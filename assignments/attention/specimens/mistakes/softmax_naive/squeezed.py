"""
name = "dimensions of size one dropped"
name_zh = "大小为 1 的维度被去掉"
question = "What shape does your result have when there is only one score?"
question_zh = "只有一个分数时，你的结果是什么形状？"
"""


def softmax_naive(x):
    exponentials = torch.exp(x).squeeze()
    return exponentials / exponentials.sum()
