"""
name = "the notebook's inputs in the weighted sum"
name_zh = "加权求和时用了笔记本里的 inputs"
question = "Which tensor is summed up, and was it passed to the function?"
question_zh = "被加权求和的是哪个张量？它是传进来的吗？"
"""

def simple_self_attention(x):
    attn_scores = x @ x.T
    attn_weights = torch.softmax(attn_scores, dim=-1)
    context_vecs = attn_weights @ inputs
    return attn_weights, context_vecs
