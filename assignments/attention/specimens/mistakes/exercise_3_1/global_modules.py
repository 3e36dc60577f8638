"""
name = "modules of the notebook in place of the arguments"
name_zh = "改的是笔记本里的模块，而不是参数"
question = "Which modules do the names in the body mean, and were they passed?"
question_zh = "函数体里的名字指的是哪两个模块？它们是传进来的吗？"
"""

sa_v1 = SelfAttention_v1(3, 2)
sa_v2 = SelfAttention_v2(3, 2)

# %%
def transfer_weights(source, target):
    sa_v1.W_query = nn.Parameter(sa_v2.W_query.weight.T)
    sa_v1.W_key = nn.Parameter(sa_v2.W_key.weight.T)
    sa_v1.W_value = nn.Parameter(sa_v2.W_value.weight.T)
