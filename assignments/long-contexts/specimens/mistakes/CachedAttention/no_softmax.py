"""
name = "no softmax"
name_zh = "没有 softmax"
question = "What do the weights of a step add up to?"
question_zh = "一步的权重相加是多少？"

[change]
"torch.softmax(scores, dim=-1) @" = "scores @"
"""
