"""
name = "numbers copied from the worked example"
name_zh = "照抄示例中的数值"
question = "Would the answer change if the tokens did?"
question_zh = "换一组词元，答案会跟着变吗？"
"""

def context_vector(inputs, query_index):
    return torch.tensor([0.4419, 0.6515, 0.5683])
