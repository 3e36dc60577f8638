"""
name = "scores between dimensions in place of tokens"
name_zh = "比较的是维度而不是词元"
question = "Scores between how many things does this product give: tokens, or dimensions?"
question_zh = "这个乘积给出的是词元之间的分数，还是维度之间的？"
"""

def simple_self_attention(inputs):
    attn_scores = inputs.T @ inputs
    attn_weights = torch.softmax(attn_scores, dim=-1)
    context_vecs = inputs @ attn_weights
    return attn_weights, context_vecs
