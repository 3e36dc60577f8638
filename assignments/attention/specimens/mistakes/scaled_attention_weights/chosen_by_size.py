"""
name = "the side of the product chosen by the sizes"
name_zh = "根据大小来选择乘积的方向"
question = "Which of the two products do you take when there are as many keys as a key is wide?"
question_zh = "键的个数与键的宽度相等时，你取的是哪一个乘积？"
"""


def scaled_attention_weights(query, keys):
    if keys.shape[0] == query.shape[0]:
        scores = query @ keys
    else:
        scores = keys @ query
    return torch.softmax(scores / keys.shape[-1] ** 0.5, dim=-1)
