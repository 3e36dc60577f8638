"""
name = "the library's gelu"
name_zh = "使用了库里的 gelu"
question = "Which call does the text not allow?"
question_zh = "题目不允许哪个调用？"
"""

def gelu(x):
    return nn.functional.gelu(x, approximate='tanh')
