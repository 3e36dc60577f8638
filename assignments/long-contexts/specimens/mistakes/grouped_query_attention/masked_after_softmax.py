"""
name = "masked behind the softmax"
name_zh = "在 softmax 之后才遮住"
question = "Do the weights that are left still add up to 1?"
question_zh = "剩下的权重相加还等于 1 吗？"

[change]
"torch.softmax(scores.masked_fill(future, -torch.inf), dim=-1)" = "torch.softmax(scores, dim=-1).masked_fill(future, 0.0)"
"""
