"""
name = "the query weights copied three times"
name_zh = "三次复制的都是查询的权重"
question = "What stands on the right-hand side of each of the three lines?"
question_zh = "三行赋值的右边各是什么？"
"""

def transfer_weights(sa_v2, sa_v1):
    sa_v1.W_query = nn.Parameter(sa_v2.W_query.weight.T)
    sa_v1.W_key = nn.Parameter(sa_v2.W_query.weight.T)
    sa_v1.W_value = nn.Parameter(sa_v2.W_query.weight.T)
