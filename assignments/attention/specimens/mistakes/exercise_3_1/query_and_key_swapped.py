"""
name = "query and key weights swapped"
name_zh = "查询和键的权重互换了"
question = "Does every matrix arrive under the name it came from?"
question_zh = "每个矩阵到达之后，名字和原来的一致吗？"
"""

def transfer_weights(sa_v2, sa_v1):
    query, key, value = (layer.weight.T for layer in (sa_v2.W_query, sa_v2.W_key, sa_v2.W_value))
    sa_v1.W_key = nn.Parameter(query)
    sa_v1.W_query = nn.Parameter(key)
    sa_v1.W_value = nn.Parameter(value)
