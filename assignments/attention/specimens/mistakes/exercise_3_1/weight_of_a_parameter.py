"""
name = "sa_v1 left as it was"
name_zh = "sa_v1 没有任何变化"
question = "After the call, which object holds the new weights: sa_v1, or something else?"
question_zh = "调用之后，新的权重在谁那里：sa_v1，还是别的对象？"
"""

def transfer_weights(sa_v2, sa_v1):
    sa_v1.W_query.weight = nn.Parameter(sa_v2.W_query.weight.T)
    sa_v1.W_key.weight = nn.Parameter(sa_v2.W_key.weight.T)
    sa_v1.W_value.weight = nn.Parameter(sa_v2.W_value.weight.T)
