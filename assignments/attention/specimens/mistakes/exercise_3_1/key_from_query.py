"""
name = "the keys' weight taken from the queries' layer"
name_zh = "键的权重取自查询的层"
question = "Read each line from right to left: which layer does each of the three weights come from?"
question_zh = "从右往左读每一行：三个权重各来自哪个层？"
"""

def transfer_weights(sa_v2, sa_v1):
    sa_v1.W_query.data = sa_v2.W_query.weight.data.T
    sa_v1.W_key.data = sa_v2.W_query.weight.data.T
    sa_v1.W_value.data = sa_v2.W_value.weight.data.T
