"""
name = "weights copied without a transpose"
name_zh = "复制权重时没有转置"
question = "In which layout does nn.Linear keep its weight?"
question_zh = "nn.Linear 以怎样的布局保存权重？"
"""

def transfer_weights(sa_v2, sa_v1):
    with torch.no_grad():
        sa_v1.W_query.copy_(sa_v2.W_query.weight)
        sa_v1.W_key.copy_(sa_v2.W_key.weight)
        sa_v1.W_value.copy_(sa_v2.W_value.weight)
