"""
name = "dimensions of size one dropped"
name_zh = "大小为 1 的维度被去掉"
question = "What shape does your result have when there is only one token?"
question_zh = "只有一个词元时，你的结果是什么形状？"
"""


def simple_self_attention(inputs):
    weights = torch.softmax((inputs @ inputs.T).squeeze(), dim=-1)
    contexts = torch.matmul(weights.reshape(len(inputs), len(inputs)), inputs)
    return weights, contexts.squeeze()
