"""
name = "keys read from the notebook"
name_zh = "键取自笔记本里的变量"
question = "Does the code use its arguments only, or a name of the notebook as well?"
question_zh = "代码只用了自己的参数，还是也用了笔记本里的名字？"
"""

torch.manual_seed(123)
W_key = torch.rand(3, 2)
keys = inputs @ W_key

# %%
def scaled_attention_weights(query, all_keys):
    d_k = keys.shape[-1]
    attn_scores = query @ keys.T
    return torch.softmax(attn_scores / d_k ** 0.5, dim=-1)
