"""
name = "weights copied from sa_v1 to sa_v2"
name_zh = "从 sa_v1 复制到了 sa_v2"
question = "Which of the two modules is meant to stay as it was?"
question_zh = "两个模块之中，哪一个应当保持不变？"
"""

def transfer_weights(sa_v2, sa_v1):
    sa_v2.W_query.weight.data = sa_v1.W_query.data.T
    sa_v2.W_key.weight.data = sa_v1.W_key.data.T
    sa_v2.W_value.weight.data = sa_v1.W_value.data.T
