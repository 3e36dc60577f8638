"""
name = "divisor read from the notebook"
name_zh = "除数取自笔记本里的变量"
question = "From which scores was this divisor computed?"
question_zh = "这个除数是由哪一组分数算出来的？"
"""

attn_scores_2 = inputs @ inputs[1]
total = torch.exp(attn_scores_2).sum()

# %%
def softmax_naive(x):
    return torch.exp(x) / total
