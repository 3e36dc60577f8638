"""
name = "attention taken from the library"
name_zh = "直接调用库里的注意力函数"
question = "Which steps does this one call take on your behalf?"
question_zh = "这一次调用替你完成了哪些步骤？"
"""

import torch.nn.functional as F


def scaled_attention_weights(query, keys):
    one_hot = torch.eye(keys.shape[0])
    return F.scaled_dot_product_attention(query.unsqueeze(0), keys, one_hot).squeeze(0)
