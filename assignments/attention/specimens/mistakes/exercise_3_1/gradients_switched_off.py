"""
name = "gradients switched off for the whole notebook"
name_zh = "关掉了整个笔记本的梯度记录"
question = "How long does the switch stay off once the function has returned?"
question_zh = "函数返回之后，这个开关会关到什么时候？"
"""

def transfer_weights(sa_v2, sa_v1):
    torch.set_grad_enabled(False)
    sa_v1.W_query.copy_(sa_v2.W_query.weight.T)
    sa_v1.W_key.copy_(sa_v2.W_key.weight.T)
    sa_v1.W_value.copy_(sa_v2.W_value.weight.T)
