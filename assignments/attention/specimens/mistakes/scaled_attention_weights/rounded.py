"""
name = "weights rounded to four decimals"
name_zh = "权重被舍入到四位小数"
question = "How many digits of the result are kept, and does the next step need more?"
question_zh = "结果保留了几位小数？后面的计算够用吗？"
"""

def scaled_attention_weights(query, keys):
    d_k = keys.shape[-1]
    attn_weights = torch.softmax(query @ keys.T / d_k ** 0.5, dim=-1)
    return torch.round(attn_weights * 10000) / 10000
