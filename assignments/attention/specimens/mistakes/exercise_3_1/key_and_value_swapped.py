"""
name = "key and value weights swapped"
name_zh = "键和值的权重互换了"
question = "Does every matrix arrive under the name it came from?"
question_zh = "每个矩阵到达之后，名字和原来的一致吗？"
"""

def transfer_weights(sa_v2, sa_v1):
    sa_v1.W_query.data = sa_v2.W_query.weight.data.T
    sa_v1.W_key.data = sa_v2.W_value.weight.data.T
    sa_v1.W_value.data = sa_v2.W_key.weight.data.T
