"""
name = "a loop over the sizes of the example"
name_zh = "循环固定为示例中的大小"
question = "How large are the matrices of the modules that were passed?"
question_zh = "传入的模块里，矩阵有多大？"
"""

def transfer_weights(sa_v2, sa_v1):
    with torch.no_grad():
        for i in range(3):
            for j in range(2):
                sa_v1.W_query[i, j] = sa_v2.W_query.weight[j, i]
                sa_v1.W_key[i, j] = sa_v2.W_key.weight[j, i]
                sa_v1.W_value[i, j] = sa_v2.W_value.weight[j, i]
