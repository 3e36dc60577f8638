"""
name = "one softmax over the whole matrix"
name_zh = "对整个矩阵只做了一次 softmax"
question = "What does a single row of the weights add up to?"
question_zh = "权重的某一行加起来是多少？"
"""

def simple_self_attention(inputs):
    attn_scores = inputs @ inputs.T
    attn_weights = torch.exp(attn_scores) / torch.exp(attn_scores).sum()
    return attn_weights, attn_weights @ inputs
