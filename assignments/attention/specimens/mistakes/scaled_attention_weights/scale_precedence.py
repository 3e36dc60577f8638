"""
name = "half of the width in the place of its root"
name_zh = "用了宽度的一半，而不是它的平方根"
question = "Is `d_k ** 1 / 2` a root, or `d_k * 0.5`? Which operator does Python apply first?"
question_zh = "`d_k ** 1 / 2` 是平方根吗？`d_k * 0.5` 呢？Python 先算哪个运算？"
"""

def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    return torch.softmax(keys @ query / d_k ** 1 / 2, dim=-1)
