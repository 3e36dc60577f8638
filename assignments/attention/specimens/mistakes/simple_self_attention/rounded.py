"""
name = "results rounded to four decimals"
name_zh = "结果被舍入到四位小数"
question = "How many digits of the result are kept, and does the next step need more?"
question_zh = "结果保留了几位小数？后面的计算够用吗？"
"""

def simple_self_attention(inputs):
    attn_weights = torch.softmax(inputs @ inputs.T, dim=-1)
    context_vecs = attn_weights @ inputs
    return attn_weights.round(decimals=4), context_vecs.round(decimals=4)
