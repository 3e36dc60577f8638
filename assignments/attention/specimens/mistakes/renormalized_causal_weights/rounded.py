"""
name = "weights rounded to four decimals"
name_zh = "权重被舍入到四位小数"
question = "How many digits of the result are kept, and does the next step need more?"
question_zh = "结果保留了几位小数？后面的计算够用吗？"
"""

def renormalized_causal_weights(attn_weights):
    masked = torch.tril(attn_weights)
    return (masked / masked.sum(dim=-1, keepdim=True)).round(decimals=4)
