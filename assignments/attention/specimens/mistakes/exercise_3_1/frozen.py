"""
name = "parameters that no longer require gradients"
name_zh = "参数不再需要梯度"
question = "Can sa_v1 still be trained after the call?"
question_zh = "调用之后，sa_v1 还能训练吗？"
"""

def transfer_weights(sa_v2, sa_v1):
    for name in ("W_query", "W_key", "W_value"):
        weight = getattr(sa_v2, name).weight.detach().T.clone()
        setattr(sa_v1, name, nn.Parameter(weight, requires_grad=False))
