"""
name = "weights added to the old ones"
name_zh = "把新权重加到了旧权重上"
question = "What becomes of the numbers that sa_v1 held before?"
question_zh = "sa_v1 原来的数值去了哪里？"
"""

def transfer_weights(sa_v2, sa_v1):
    sa_v1.W_query.data += sa_v2.W_query.weight.data.T
    sa_v1.W_key.data += sa_v2.W_key.weight.data.T
    sa_v1.W_value.data += sa_v2.W_value.weight.data.T
