"""
name = "the argument changed in place"
name_zh = "就地修改了参数"
question = "What does `-=` do to the tensor that was passed in?"
question_zh = "`-=` 会对传入的张量做什么？"
"""

def centred(x):
    x -= x.sum(dim=-1, keepdim=True) / x.shape[-1]
    return x
