"""
name = "weights rounded to four decimals"
name_zh = "权重被舍入到四位小数"
question = "How many digits of the result are kept, and does the next step need more?"
question_zh = "结果保留了几位小数？后面的计算够用吗？"
"""

def softmax_naive(x):
    weights = torch.exp(x) / torch.exp(x).sum()
    return torch.round(weights, decimals=4)
