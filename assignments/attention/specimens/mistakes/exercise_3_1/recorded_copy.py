"""
name = "a parameter overwritten while gradients are recorded"
name_zh = "在记录梯度时就地改写参数"
question = "May a parameter be changed in place while gradients are recorded?"
question_zh = "在记录梯度时，可以就地修改参数吗？"
"""

def transfer_weights(sa_v2, sa_v1):
    sa_v1.W_query.copy_(sa_v2.W_query.weight.T)
    sa_v1.W_key.copy_(sa_v2.W_key.weight.T)
    sa_v1.W_value.copy_(sa_v2.W_value.weight.T)
