"""
name = "the library's softmax"
name_zh = "使用了库里的 softmax"
question = "Which call is not allowed?"
question_zh = "哪个调用是不允许的？"
"""

def stable_softmax(x):
    return torch.softmax(x, dim=-1)
