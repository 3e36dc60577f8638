"""
name = "numbers copied from the worked example"
name_zh = "照抄示例中的数值"
question = "Would the answer change if the scores did?"
question_zh = "换一组分数，答案会跟着变吗？"
"""

def softmax_naive(x):
    return torch.tensor([0.1385, 0.2379, 0.2333, 0.1240, 0.1082, 0.1581])
