"""
name = "a reshape in place of the transpose"
name_zh = "用改变形状代替了转置"
question = "Does a reshape keep each number at the place of its row and column?"
question_zh = "改变形状之后，每个数还对应原来的行和列吗？"
"""

def transfer_weights(sa_v2, sa_v1):
    for name in ("W_query", "W_key", "W_value"):
        weight = getattr(sa_v2, name).weight.detach()
        shape = getattr(sa_v1, name).shape
        setattr(sa_v1, name, nn.Parameter(weight.reshape(shape).clone()))
