"""
name = "a single row loses its dimension"
name_zh = "单独的一行丢了维度"
question = "What shape has a result for one row?"
question_zh = "只有一行时，结果是什么形状？"

[change]
"torch.cat(turned, dim=-1)" = "torch.cat(turned, dim=-1).squeeze()"
"""
