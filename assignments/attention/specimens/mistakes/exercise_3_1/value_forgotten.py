"""
name = "the value weights left behind"
name_zh = "漏掉了值的权重"
question = "How many weight matrices does each of the modules have?"
question_zh = "每个模块各有几个权重矩阵？"
"""

def transfer_weights(sa_v2, sa_v1):
    sa_v1.W_query = nn.Parameter(sa_v2.W_query.weight.T)
    sa_v1.W_key = nn.Parameter(sa_v2.W_key.weight.T)
