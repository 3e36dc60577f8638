"""
name = "the library's mean"
name_zh = "使用了库里的平均值函数"
question = "Which calls does the text not allow?"
question_zh = "题目不允许哪些调用？"
"""

def centred(x):
    return x - x.mean(dim=-1, keepdim=True)
