"""
name = "every dimension of size 1 removed"
name_zh = "去掉了所有大小为 1 的维度"
question = "Which dimensions have size 1 when there is a single key?"
question_zh = "只有一个键时，哪些维度的大小是 1？"
"""


def scaled_attention_weights(query, keys):
    scores = (query.unsqueeze(0) @ keys.T / keys.shape[-1] ** 0.5).squeeze()
    return torch.softmax(scores, dim=-1)
