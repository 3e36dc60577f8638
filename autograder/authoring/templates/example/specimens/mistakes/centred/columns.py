"""
name = "columns centred in place of rows"
name_zh = "对列而不是对行做了中心化"
question = "Along which dimension do the numbers of one row lie?"
question_zh = "同一行的数沿哪个维度排列？"
"""

def centred(x):
    return x - x.sum(dim=0, keepdim=True) / x.shape[0]
