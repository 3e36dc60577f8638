"""
name = "query read from the notebook"
name_zh = "查询取自笔记本里的变量"
question = "Does the code use its arguments only, or a name of the notebook as well?"
question_zh = "代码只用了自己的参数，还是也用了笔记本里的名字？"
"""

query = inputs[1]

# %%
def context_vector(inputs, query_index):
    attn_scores = torch.stack([torch.dot(x_i, query) for x_i in inputs])
    attn_weights = torch.softmax(attn_scores, dim=0)
    return attn_weights @ inputs
