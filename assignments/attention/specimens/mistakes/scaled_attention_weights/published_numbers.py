"""
name = "numbers copied from the worked example"
name_zh = "照抄示例中的数值"
question = "Would the answer change if the keys did?"
question_zh = "换一组键，答案会跟着变吗？"
"""

def scaled_attention_weights(query, keys):
    return torch.tensor([0.1500, 0.2264, 0.2199, 0.1311, 0.0906, 0.1820])
