"""
name = "one of the three weights copied without a transpose"
name_zh = "三个权重中有一个没有转置"
question = "Are all three lines alike? In which layout does nn.Linear keep its weight?"
question_zh = "三行代码都一样吗？nn.Linear 以怎样的布局保存权重？"
"""

def transfer_weights(sa_v2, sa_v1):
    sa_v1.W_query = nn.Parameter(sa_v2.W_query.weight.T)
    sa_v1.W_key = nn.Parameter(sa_v2.W_key.weight.T)
    sa_v1.W_value = nn.Parameter(sa_v2.W_value.weight)
