"""
name = "weights read from the notebook"
name_zh = "权重取自笔记本里的变量"
question = "Does the code use its argument, or a name of the notebook?"
question_zh = "代码用的是自己的参数，还是笔记本里的名字？"
"""

attn_weights = torch.softmax(inputs @ inputs.T, dim=-1)

# %%
def renormalized_causal_weights(weights):
    masked = torch.tril(attn_weights)
    return masked / masked.sum(dim=-1, keepdim=True)
