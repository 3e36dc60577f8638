"""
name = "sa_v2 transposed in place"
name_zh = "就地转置了 sa_v2 的权重"
question = "What does sa_v2 compute after the call?"
question_zh = "调用之后，sa_v2 的计算结果还和原来一样吗？"
"""

def transfer_weights(sa_v2, sa_v1):
    for name in ("W_query", "W_key", "W_value"):
        layer = getattr(sa_v2, name)
        layer.weight.data = layer.weight.data.T
        getattr(sa_v1, name).data = layer.weight.data
