"""
name = "the weights returned transposed"
name_zh = "返回的权重被转置了"
question = "Does a row or a column of the weights that you return add up to 1?"
question_zh = "你返回的权重是每一行还是每一列的和为 1？"
"""


def simple_self_attention(inputs):
    weights = torch.softmax(inputs @ inputs.T, dim=-1)
    return weights.T, weights @ inputs
