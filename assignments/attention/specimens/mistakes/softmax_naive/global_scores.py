"""
name = "scores read from the notebook"
name_zh = "读取了笔记本里的分数"
question = "Does the code use its argument, or a name of the notebook?"
question_zh = "代码用的是自己的参数，还是笔记本里的名字？"
"""

attn_scores_2 = inputs @ inputs[1]

# %%
def softmax_naive(x):
    return torch.exp(attn_scores_2) / torch.exp(attn_scores_2).sum()
