"""
name = "a result rounded to four decimals"
name_zh = "结果被舍入到四位小数"
question = "How many digits of the result are kept, and does the next step need more?"
question_zh = "结果保留了几位小数？后面的计算够用吗？"
"""

def context_vector(inputs, query_index):
    query = inputs[query_index]
    attn_weights = torch.softmax(inputs @ query, dim=0)
    return (attn_weights @ inputs).round(decimals=4)
